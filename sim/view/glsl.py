"""The shaders: sun with shadows and sky on surfaces, and ambient occlusion in screen space.

The light is the one of `sim.view.tone`, so that a table looks the same at every level of quality
but for what the level adds.
"""

from __future__ import annotations

import numpy as np

from sim.view import tone

__all__ = ["DEPTH", "LIT", "MIX", "OCCLUSION", "SHADOW_TAPS", "Sources"]

#: Vertex and fragment source.
Sources = tuple[str, str]

SHADOW_TAPS = 12
_OCCLUSION_TAPS = 16


def _vec3(values: object) -> str:
    x, y, z = (float(value) for value in np.asarray(values, float))
    return f"vec3({x:.5f}, {y:.5f}, {z:.5f})"


_LAMP = """
uniform struct p3d_LightSourceParameters {
  vec4 color; vec4 position; mat4 shadowViewMatrix; sampler2DShadow shadowMap;
} p3d_LightSource[1];
"""

_LIT_VERTEX = (
    """#version 130
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 p3d_ModelMatrix;
uniform mat4 p3d_ModelViewMatrix;
uniform mat3 p3d_NormalMatrix;
uniform mat4 p3d_TextureMatrix[2];
"""
    + _LAMP
    + """
in vec4 p3d_Vertex; in vec3 p3d_Normal; in vec4 p3d_Color; in vec2 p3d_MultiTexCoord0;
out vec3 normal; out vec3 upright; out vec4 paint; out vec2 spot; out vec2 fine; out vec4 shade;
void main() {
  gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
  normal = normalize(p3d_NormalMatrix * p3d_Normal);
  upright = mat3(p3d_ModelMatrix) * p3d_Normal;
  paint = p3d_Color;
  spot = p3d_MultiTexCoord0;
  fine = (p3d_TextureMatrix[1] * vec4(p3d_MultiTexCoord0, 0.0, 1.0)).xy;
  // The receiver is lifted along its normal: no surface shadows itself.
  vec4 seen = p3d_ModelViewMatrix * p3d_Vertex + vec4(normal * 0.06, 0.0);
  shade = p3d_LightSource[0].shadowViewMatrix * seen;
}
"""
)

_LIT_FRAGMENT = (
    """#version 130
uniform sampler2D p3d_Texture0;
uniform sampler2D p3d_Texture1;
uniform vec4 p3d_ColorScale;
"""
    + _LAMP
    + f"""
const vec3 SUN = {_vec3(tone.SUN_COLOUR)};
const vec3 SKY = {_vec3(tone.SKY)};
const vec3 GROUND = {_vec3(tone.GROUND)};
const int TAPS = {SHADOW_TAPS};
"""
    + """
in vec3 normal; in vec3 upright; in vec4 paint; in vec2 spot; in vec2 fine; in vec4 shade;
out vec4 colour;
float sunny() {
  vec3 at = shade.xyz / shade.w;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  float wide = 1.9 / float(textureSize(p3d_LightSource[0].shadowMap, 0).x);
  float turn = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
  float sum = 0.0;
  for (int i = 0; i < TAPS; i++) {
    float away = sqrt((float(i) + 0.5) / float(TAPS)) * wide;
    float angle = turn + float(i) * 2.39996;
    vec2 there = at.xy + away * vec2(cos(angle), sin(angle));
    sum += texture(p3d_LightSource[0].shadowMap, vec3(there, at.z - 0.0006));
  }
  return sum / float(TAPS);
}
void main() {
  vec3 n = normalize(normal);
  vec4 skin = texture(p3d_Texture0, spot);
  vec3 albedo = pow(skin.rgb * texture(p3d_Texture1, fine).rgb, vec3(2.2))
              * pow(paint.rgb, vec3(2.2));
  float sky = paint.a * skin.a;
  float facing = max(dot(n, normalize(p3d_LightSource[0].position.xyz)), 0.0);
  float lit = facing > 0.0 ? facing * sunny() : 0.0;
  vec3 around = mix(GROUND, SKY, 0.5 + 0.5 * normalize(upright).z);
  vec3 value = albedo * (SUN * lit + around * (0.25 * sky + 0.75 * pow(sky, 1.6)));
  value = value * (2.51 * value + 0.03) / (value * (2.43 * value + 0.59) + 0.14);
  value = mix(vec3(dot(value, vec3(0.3, 0.59, 0.11))), value, 0.82);
  colour = vec4(pow(clamp(value, 0.0, 1.0), vec3(1.0 / 2.2)) * p3d_ColorScale.rgb, 1.0);
}
"""
)

#: Surfaces under sun and sky.
LIT: Sources = (_LIT_VERTEX, _LIT_FRAGMENT)

#: What the sun sees: depths alone.
DEPTH: Sources = (
    """#version 130
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; }
""",
    """#version 130
out vec4 colour;
void main() { colour = vec4(1.0); }
""",
)

_CARD = """#version 130
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex; in vec2 p3d_MultiTexCoord0;
out vec2 uv;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex; uv = p3d_MultiTexCoord0; }
"""

#: How much of the near surroundings hides the sky, from depths. ``lens`` is near, far, and the
#: tangents of half the opening across and up.
OCCLUSION: Sources = (
    _CARD,
    f"#version 130\nconst int TAPS = {_OCCLUSION_TAPS};\n"
    + """
uniform sampler2D depths; uniform vec4 lens;
in vec2 uv; out vec4 colour;
float away(float d) { return lens.x * lens.y / (lens.y - d * (lens.y - lens.x)); }
vec3 place(vec2 u) {
  float z = away(texture(depths, u).r);
  return vec3((u * 2.0 - 1.0) * lens.zw * z, -z);
}
void main() {
  vec3 p = place(uv);
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  float turn = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
  float reach = 1.1, sum = 0.0;
  for (int i = 0; i < TAPS; i++) {
    float r = reach * sqrt((float(i) + 0.5) / float(TAPS));
    float angle = turn + float(i) * 2.39996;
    vec2 step = vec2(cos(angle), sin(angle)) * r / (lens.zw * 2.0 * -p.z);
    vec3 to = place(uv + step) - p;
    float l = max(length(to), 1e-4);
    sum += max(0.0, dot(n, to) / l - 0.12) * max(0.0, 1.0 - l / (reach * 1.6));
  }
  colour = vec4(vec3(clamp(1.0 - sum * 3.2 / float(TAPS), 0.0, 1.0)), 1.0);
}
""",
)

#: The picture with its occlusion, smoothed over the four by four pixels of its pattern.
MIX: Sources = (
    _CARD,
    """#version 130
uniform sampler2D picture; uniform sampler2D occlusion;
in vec2 uv; out vec4 colour;
void main() {
  vec2 pixel = 1.0 / vec2(textureSize(occlusion, 0));
  float sum = 0.0;
  for (int x = -2; x < 2; x++)
    for (int y = -2; y < 2; y++)
      sum += texture(occlusion, uv + (vec2(x, y) + 0.5) * pixel).r;
  colour = vec4(texture(picture, uv).rgb * mix(0.42, 1.0, sum / 16.0), 1.0);
}
""",
)
