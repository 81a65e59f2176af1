"""The workshop of the house kit: scripts that build every model and texture in ``assets``.

Nothing here is imported by the product. Lengths are inches, angles degrees, z is up, +x forward.
"""
