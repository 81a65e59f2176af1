// The scene itself: table, terrain, figures, sight lines and light.
import {
  AmbientLight,
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  Scene,
  SRGBColorSpace,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Line, Point3, Rgb, Role, Scene3d } from "./payload";

export const SHOOTER = 0x2f6fd6;
export const TARGET = 0xe0662a;
const GLOW: Partial<Record<Role, [number, number]>> = {
  blocker: [0xd83020, 0.15],
  shooter: [SHOOTER, 0.3],
  target: [TARGET, 0.3],
};
const LINES: Record<Line["kind"], { colour: number; width: number; opacity: number }> = {
  witness: { colour: 0x18a058, width: 4, opacity: 1 },
  free: { colour: 0x35b871, width: 1.5, opacity: 0.75 },
  blocked: { colour: 0xd63a2f, width: 2, opacity: 0.85 },
  beyond: { colour: 0xd63a2f, width: 1, opacity: 0.3 },
};

export interface Stage {
  scene: Scene;
  /** What looks: hidden while the camera stands in its eye. */
  looker: Object3D;
  lines: LineMaterial[];
}

export function staged(data: Scene3d, shapes: BufferGeometry[]): Stage {
  const scene = new Scene();
  const looker = new Group();
  scene.add(table(data.size, data.ground), looker);
  for (const thing of data.things) {
    const body = new Mesh(shapes[thing.mesh], painted(thing.role));
    body.position.set(...thing.at);
    body.rotation.z = (thing.turn * Math.PI) / 180;
    body.castShadow = body.receiveShadow = true;
    (thing.role === "shooter" ? looker : scene).add(body);
  }
  const materials: LineMaterial[] = [];
  for (const ring of data.rings) {
    const points = ring.points.map(([x, y]): Point3 => [x, y, ring.at[2] + 0.03]);
    const pairs = points.flatMap((point, i) => [point, points[(i + 1) % points.length]]);
    const drawn = stroke(pairs, ring.role === "shooter" ? SHOOTER : TARGET, 3, 1);
    materials.push(drawn.material);
    (ring.role === "shooter" ? looker : scene).add(drawn);
  }
  for (const kind of ["beyond", "blocked", "free", "witness"] as const) {
    const pairs = data.lines.filter((line) => line.kind === kind).flatMap((l) => [l.from, l.to]);
    if (!pairs.length) continue;
    const look = LINES[kind];
    const drawn = stroke(pairs, look.colour, look.width, look.opacity);
    materials.push(drawn.material);
    scene.add(drawn);
  }
  lit(scene, data);
  return { scene, looker, lines: materials };
}

function painted(role: Role): MeshStandardMaterial {
  const material = new MeshStandardMaterial({
    vertexColors: true,
    flatShading: true,
    roughness: 0.92,
    side: 2,
  });
  const glow = GLOW[role];
  if (glow) {
    material.emissive = new Color(glow[0]);
    material.emissiveIntensity = glow[1];
  }
  return material;
}

function stroke(pairs: Point3[], colour: number, width: number, opacity: number): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(pairs.flat());
  const material = new LineMaterial({ color: colour, linewidth: width, opacity });
  material.transparent = opacity < 1;
  return new LineSegments2(geometry, material);
}

function table(size: [number, number], ground: Rgb): Object3D {
  const [width, depth] = size;
  const colour = new Color().setRGB(ground[0] / 255, ground[1] / 255, ground[2] / 255, SRGBColorSpace);
  const mat = new Mesh(
    new BoxGeometry(width, depth, 0.6),
    new MeshStandardMaterial({ color: colour, roughness: 1 }),
  );
  mat.position.set(width / 2, depth / 2, -0.305);
  mat.receiveShadow = true;
  const group = new Group();
  group.add(mat, grid(width, depth));
  return group;
}

/** A line every half foot. */
function grid(width: number, depth: number): Object3D {
  const ends: number[] = [];
  for (let x = 6; x < width; x += 6) ends.push(x, 0, 0.004, x, depth, 0.004);
  for (let y = 6; y < depth; y += 6) ends.push(0, y, 0.004, width, y, 0.004);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(ends), 3));
  const faint = new LineBasicMaterial({ color: 0x000000, transparent: true, opacity: 0.13 });
  return new LineSegments(geometry, faint);
}

function lit(scene: Scene, data: Scene3d): void {
  const [width, depth] = data.size;
  const middle: Point3 = [(data.eye[0] + data.aim[0]) / 2, (data.eye[1] + data.aim[1]) / 2, 0];
  const reach = Math.hypot(data.eye[0] - data.aim[0], data.eye[1] - data.aim[1]) / 2 + 18;
  const sun = new DirectionalLight(0xfff3e0, 2.3);
  sun.position.set(middle[0] - 30, middle[1] - 38, 62);
  sun.target.position.set(...middle);
  sun.castShadow = true;
  const side = Math.min(reach, Math.max(width, depth));
  Object.assign(sun.shadow.camera, { left: -side, right: side, top: side, bottom: -side });
  Object.assign(sun.shadow.camera, { near: 1, far: 180 });
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.bias = -0.0004;
  sun.shadow.normalBias = 0.03;
  sun.shadow.radius = 3;
  const sky = new HemisphereLight(0xdfeaff, 0x8a8070, 1.35);
  sky.position.set(0, 0, 1);
  scene.add(sun, sun.target, sky, new AmbientLight(0xffffff, 0.35));
}
