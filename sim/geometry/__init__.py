"""Shapes and numbers: the kernel that measures. It knows no table and no rule."""
