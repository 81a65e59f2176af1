// Where the camera stands: the first view, from above, from the eye, and the way between them.
import { PerspectiveCamera, Vector3 } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Scene3d } from "./payload";

export type ViewName = "reset" | "above" | "eye";

interface View {
  from: Vector3;
  to: Vector3;
  angle: number;
}

const ANGLE = 38;

export class Views {
  private running = 0;

  constructor(
    private readonly data: Scene3d,
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly redraw: () => void,
  ) {}

  private wanted(name: ViewName): View {
    const eye = new Vector3(...this.data.eye);
    const aim = new Vector3(...this.data.aim);
    if (name === "eye") {
      const away = Math.max(eye.distanceTo(aim), 1);
      const angle = (2 * Math.atan(3.2 / away) * 180) / Math.PI;
      return { from: eye, to: aim, angle: Math.min(Math.max(angle, 14), 58) };
    }
    const middle = eye.clone().add(aim).multiplyScalar(0.5);
    const along = aim.clone().sub(eye).setZ(0);
    const half = Math.max(along.length() / 2, 2) + 2.4;
    along.normalize();
    // Narrow windows need more distance to hold the line from end to end.
    const wide = Math.min(this.camera.aspect, 2.2);
    const spread = Math.tan((ANGLE * Math.PI) / 360);
    if (name === "above") {
      const across = Math.abs(eye.x - aim.x) / 2 + 3;
      const deep = Math.abs(eye.y - aim.y) / 2 + 3;
      const high = Math.max(across / this.camera.aspect, deep) / spread;
      const from = middle.clone().add(new Vector3(0, -0.001, high));
      return { from, to: middle, angle: ANGLE };
    }
    const away = half / spread / wide;
    const side = new Vector3(along.y, -along.x, 0);
    if (side.y > 0.2) side.negate();
    const from = middle.clone();
    from.addScaledVector(side, away * 0.86).addScaledVector(along, -away * 0.3);
    from.z += Math.max(away * 0.5, 3);
    return { from, to: middle, angle: ANGLE };
  }

  /** Move to a view, at once or in a short sweep. */
  go(name: ViewName, sweep: boolean): void {
    cancelAnimationFrame(this.running);
    const goal = this.wanted(name);
    const start: View = {
      from: this.camera.position.clone(),
      to: this.controls.target.clone(),
      angle: this.camera.fov,
    };
    if (!sweep || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.stand(start, goal, 1);
      return;
    }
    const begun = performance.now();
    const step = (now: number): void => {
      const part = Math.min((now - begun) / 450, 1);
      this.stand(start, goal, part * part * (3 - 2 * part));
      if (part < 1) this.running = requestAnimationFrame(step);
    };
    this.running = requestAnimationFrame(step);
  }

  private stand(start: View, goal: View, part: number): void {
    this.camera.position.lerpVectors(start.from, goal.from, part);
    this.controls.target.lerpVectors(start.to, goal.to, part);
    this.camera.fov = start.angle + (goal.angle - start.angle) * part;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }
}
