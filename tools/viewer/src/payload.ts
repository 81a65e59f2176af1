// What the page says of its scene, and how the packed numbers are read.
import { BufferAttribute, BufferGeometry } from "three";

export type Point3 = [number, number, number];
export type Rgb = [number, number, number];
export type Role = "terrain" | "blocker" | "figure" | "shooter" | "target";

/** A mesh: where its 16-bit places begin, how far a step is, and how many numbers it has. */
export interface MeshHead {
  low: Point3;
  step: Point3;
  vertices: number;
  triangles: number;
}

export interface Thing {
  mesh: number;
  at: Point3;
  turn: number;
  role: Role;
}

export interface Line {
  from: Point3;
  to: Point3;
  kind: "witness" | "free" | "blocked" | "beyond";
}

export interface Label {
  text: string;
  at: Point3;
  role: Role;
}

export interface Ring {
  at: Point3;
  points: [number, number][];
  role: Role;
}

export interface Scene3d {
  size: [number, number];
  ground: Rgb;
  meshes: MeshHead[];
  packed: string;
  things: Thing[];
  lines: Line[];
  labels: Label[];
  rings: Ring[];
  eye: Point3;
  aim: Point3;
}

/** Numbers in planes: the lowest bytes of all first. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  numbers(count: number, wide: number): Uint32Array {
    const out = new Uint32Array(count);
    for (let k = 0; k < wide; k++) {
      for (let i = 0; i < count; i++) out[i] += this.bytes[this.at + k * count + i] * 2 ** (8 * k);
    }
    this.at += count * wide;
    return out;
  }

  rest(count: number): Uint8Array {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
}

async function inflated(text: string): Promise<Uint8Array> {
  const raw = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The geometries of a scene, inches: packed by `sim.reports.packing`. */
export async function unpacked(scene: Scene3d): Promise<BufferGeometry[]> {
  const reader = new Reader(await inflated(scene.packed));
  return scene.meshes.map((mesh) => unpackedMesh(mesh, reader));
}

/** Linear light of a packed tone, 16 bits: the middle of its step of sRGB. */
const LIGHT = Uint16Array.from({ length: 32 }, (_, tone) => {
  const part = (tone * 8 + 4) / 255;
  return 65535 * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
});

/** Every triangle gets corners of its own, all in its colour: the scene is drawn in flat faces. */
function unpackedMesh(mesh: MeshHead, reader: Reader): BufferGeometry {
  const axes = [0, 1, 2].map((k) => {
    let steps = 0;
    return Float32Array.from(reader.numbers(mesh.vertices, 2), (by) => {
      steps = (steps + by) & 65535;
      return mesh.low[k] + steps * mesh.step[k];
    });
  });
  const corners = reader.numbers(mesh.triangles * 3, 4);
  const tones = reader.rest(mesh.triangles * 3);
  const places = new Float32Array(corners.length * 3);
  const colours = new Uint16Array(corners.length * 3);
  let next = 0;
  corners.forEach((below, i) => {
    const corner = next - below;
    if (corner === next) next++;
    const face = Math.floor(i / 3) * 3;
    for (let k = 0; k < 3; k++) {
      places[3 * i + k] = axes[k][corner];
      colours[3 * i + k] = LIGHT[tones[face + k]];
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3, true));
  return geometry;
}
