// Names over the things they belong to, as elements of the page.
import { PerspectiveCamera, Vector3 } from "three";
import type { Label } from "./payload";

interface Tag {
  place: Vector3;
  element: HTMLElement;
}

export class Labels {
  private readonly tags: Tag[];

  constructor(
    labels: Label[],
    private readonly into: HTMLElement,
  ) {
    this.tags = labels.map((label) => {
      const element = document.createElement("span");
      element.className = `tag tag-${label.role}`;
      element.textContent = label.text;
      into.append(element);
      return { place: new Vector3(...label.at), element };
    });
  }

  /** Put every label where its place is seen; what lies behind the camera is left out. */
  place(camera: PerspectiveCamera): void {
    const wide = this.into.clientWidth;
    const high = this.into.clientHeight;
    const taken: { x: number; y: number; w: number; h: number }[] = [];
    for (const { place, element } of this.tags) {
      const spot = place.clone().project(camera);
      const shown =
        spot.z < 1 && Math.abs(spot.x) < 1.05 && Math.abs(spot.y) < 1.05 &&
        camera.position.distanceTo(place) > 1.2;
      element.hidden = !shown;
      if (!shown) continue;
      const w = element.offsetWidth;
      const h = element.offsetHeight;
      const x = Math.min(Math.max((spot.x + 1) * wide * 0.5, w / 2 + 2), wide - w / 2 - 2);
      let y = Math.max((1 - spot.y) * high * 0.5, h + 2);
      while (taken.some((t) => Math.abs(t.x - x) < (t.w + w) / 2 && Math.abs(t.y - y) < t.h)) {
        y -= h + 1;
      }
      taken.push({ x, y, w, h });
      element.style.transform = `translate(${x - w / 2}px, ${y - h}px)`;
    }
  }
}
