// What the page says of its scene, and how the packed numbers are read.
import { BufferAttribute, BufferGeometry } from "three";

export type Point3 = [number, number, number];
export type Rgb = [number, number, number];
export type Role = "terrain" | "blocker" | "figure" | "shooter" | "target";

/** A mesh: 16-bit positions in steps from its lower corner, indices, 8-bit vertex colours. */
export interface PackedMesh {
  low: Point3;
  step: Point3;
  positions: string;
  faces: string;
  wide: boolean;
  colours: string;
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
  meshes: PackedMesh[];
  things: Thing[];
  lines: Line[];
  labels: Label[];
  rings: Ring[];
  eye: Point3;
  aim: Point3;
}

function bytes(text: string): ArrayBuffer {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

/** The geometry of a packed mesh, inches. */
export function unpacked(mesh: PackedMesh): BufferGeometry {
  const steps = new Uint16Array(bytes(mesh.positions));
  const places = new Float32Array(steps.length);
  for (let i = 0; i < steps.length; i++) {
    places[i] = mesh.low[i % 3] + steps[i] * mesh.step[i % 3];
  }
  const faces = bytes(mesh.faces);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  const colours = new BufferAttribute(new Uint8Array(bytes(mesh.colours)), 3, true);
  geometry.setAttribute("color", colours);
  geometry.setIndex(
    new BufferAttribute(mesh.wide ? new Uint32Array(faces) : new Uint16Array(faces), 1),
  );
  return geometry;
}
