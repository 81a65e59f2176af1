"""The pots on the workbench: every paint the kit uses more than once."""

from __future__ import annotations

from tools.kit.paint import Paint

# masonry
STONE = Paint((168, 160, 142), vary=0.13, warm=0.05, mottle=0.06, grain=0.35, dirt=0.55)
QUOIN = Paint((172, 164, 145), vary=0.07, warm=0.03, mottle=0.05, grain=0.3, dirt=0.5)
CORE = Paint((150, 143, 128), vary=0.06, mottle=0.10, grain=0.25, dirt=0.5)
MORTAR = Paint((112, 105, 93), mottle=0.08, grain=0.3, dirt=0.5)
BRICK = Paint((164, 92, 68), vary=0.14, warm=0.08, mottle=0.06, grain=0.2, dirt=0.4)
PLASTER = Paint((206, 192, 160), vary=0.03, mottle=0.05, grain=0.8, dirt=0.5)
FLAG = Paint((136, 129, 116), vary=0.11, warm=0.04, mottle=0.07, grain=0.3)
ROCK = Paint((124, 116, 102), vary=0.13, warm=0.06, mottle=0.12, grain=0.45, dirt=0.35)
# timber and roofs
PLANK = Paint((138, 100, 64), vary=0.17, warm=0.06, mottle=0.10, grain=0.25)
BEAM = Paint((92, 64, 42), vary=0.10, warm=0.04, mottle=0.08, grain=0.3, dirt=0.3)
GREY_WOOD = Paint((136, 122, 102), vary=0.14, warm=0.04, mottle=0.10, grain=0.2, dirt=0.35)
TILE = Paint((170, 84, 56), vary=0.17, warm=0.10, mottle=0.07, grain=0.3)
GLASS = Paint((52, 66, 78), vary=0.15)
DOOR = Paint((70, 104, 98), vary=0.08, mottle=0.06, dirt=0.3)
# ground
EARTH = Paint((122, 98, 68), mottle=0.14, grain=0.35)
TUFT = Paint((118, 130, 62), vary=0.18, warm=0.07)
STRAW = Paint((186, 166, 98), vary=0.14, warm=0.05)
PEBBLE = Paint((150, 142, 128), vary=0.16, warm=0.05)
# leaves and bark
BARK = Paint((98, 74, 52), vary=0.10, mottle=0.14, grain=0.15, dirt=0.2)
LEAF = Paint((68, 92, 42), vary=0.2, warm=0.12, mottle=0.12, grain=0.28)
HEDGE = Paint((64, 86, 42), vary=0.14, warm=0.09, mottle=0.14, grain=0.2, dirt=0.25)
# metal
STEEL = Paint((92, 96, 100), vary=0.06, mottle=0.06, grain=0.3)
GUNMETAL = Paint((62, 64, 70), vary=0.05, mottle=0.05, grain=0.2)
DARK = Paint((38, 38, 40), vary=0.06)
BRIGHT = Paint((158, 162, 164), vary=0.05)
RUST = Paint((104, 72, 54), vary=0.12, warm=0.08, mottle=0.16, grain=0.2)
BRASS = Paint((186, 148, 74), vary=0.06)
# cloth, leather, skin; the tinted ones take the colour of the side
CLOTH = Paint((124, 121, 102), tint=True, mottle=0.05, grain=0.12)
TROUSERS = Paint((84, 82, 70), tint=True, mottle=0.05, grain=0.12)
HELMET = Paint((116, 114, 96), tint=True, mottle=0.05, grain=0.15)
PACK = Paint((124, 108, 76), vary=0.10, mottle=0.06, grain=0.12)
STRAP = Paint((96, 70, 44), vary=0.08)
BOOT = Paint((58, 44, 34), vary=0.08, dirt=0.0)
GAITER = Paint((150, 134, 98), mottle=0.07, grain=0.1)
HAIR = Paint((86, 58, 36), mottle=0.12, grain=0.05)
SKIN = Paint((236, 184, 148), mottle=0.03, grain=0.08)
STOCK = Paint((128, 80, 46), vary=0.08, mottle=0.08, grain=0.1)
# armour
ARMOUR = Paint((122, 120, 102), tint=True, vary=0.05, mottle=0.05, grain=0.5, dirt=0.35)
ARMOUR_DARK = Paint((92, 90, 77), tint=True, vary=0.05, mottle=0.05, grain=0.4, dirt=0.35)
STRIPE = Paint((220, 214, 196), vary=0.03, mottle=0.06, grain=0.2)
HAZARD = Paint((214, 160, 48), vary=0.04, mottle=0.06, grain=0.2)
RUBBER = Paint((48, 46, 46), vary=0.08, mottle=0.06, dirt=0.5)
TRACK = Paint((76, 70, 66), vary=0.12, mottle=0.08, dirt=0.5)
LAMP = Paint((238, 224, 164), vary=0.03)
LENS = Paint((196, 62, 44), vary=0.05)
RIM = Paint((26, 26, 28))
