// The scene of a certificate in its page: turn, come closer, shift; nothing is ever fetched.
import { PCFSoftShadowMap, PerspectiveCamera, Vector3, WebGLRenderer } from "three";
import type { BufferGeometry } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Views } from "./camera";
import type { ViewName } from "./camera";
import { Labels } from "./labels";
import { unpacked } from "./payload";
import type { Scene3d } from "./payload";
import { staged } from "./stage";

/** Parts of the canvas that something is drawn on: counted once, after the first frame. */
function drawnPixels(renderer: WebGLRenderer): number {
  const gl = renderer.getContext();
  const [wide, high] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(wide * high * 4);
  gl.readPixels(0, 0, wide, high, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let drawn = 0;
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) drawn++;
  return drawn;
}

function start(figure: HTMLElement, data: Scene3d, shapes: BufferGeometry[]): void {
  const frame = figure.querySelector<HTMLElement>(".frame")!;
  const canvas = figure.querySelector("canvas")!;
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setClearColor(0x000000, 0);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFSoftShadowMap;
  const stage = staged(data, shapes);
  const camera = new PerspectiveCamera(38, 1, 0.05, 600);
  camera.up.set(0, 0, 1);
  const controls = new OrbitControls(camera, canvas);
  controls.zoomToCursor = true;
  controls.maxPolarAngle = Math.PI * 0.495;
  controls.maxDistance = 300;
  // One finger scrolls the page up and down and turns the table sideways; the wheel belongs to the
  // page until the picture is touched.
  canvas.style.touchAction = "pan-y";
  controls.enableZoom = false;
  canvas.addEventListener("pointerdown", () => (controls.enableZoom = true));
  canvas.addEventListener("focus", () => (controls.enableZoom = true));
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") controls.enableZoom = false;
  });
  controls.listenToKeyEvents(canvas);
  figure.classList.add("live");
  const labels = new Labels(data.labels, frame);
  const eye = new Vector3(...data.eye);

  let asked = false;
  const draw = (): void => {
    asked = false;
    stage.looker.visible = camera.position.distanceTo(eye) > 1.5;
    renderer.render(stage.scene, camera);
    labels.place(camera);
  };
  const redraw = (): void => {
    if (!asked) requestAnimationFrame(draw);
    asked = true;
  };
  const resize = (): void => {
    const [wide, high] = [frame.clientWidth || 960, frame.clientHeight || 540];
    renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
    renderer.setSize(wide, high, false);
    camera.aspect = wide / high;
    camera.updateProjectionMatrix();
    for (const material of stage.lines) material.resolution.set(wide, high);
    redraw();
  };
  resize();
  const views = new Views(data, camera, controls, redraw);
  views.go("reset", false);
  draw();
  canvas.dataset.drawn = String(drawnPixels(renderer));
  renderer.shadowMap.autoUpdate = false;
  controls.addEventListener("change", redraw);
  new ResizeObserver(resize).observe(frame);
  for (const button of figure.querySelectorAll<HTMLButtonElement>("button[data-view]")) {
    button.addEventListener("click", () => views.go(button.dataset.view as ViewName, true));
  }
}

/** Show the scene where the browser can; elsewhere the picture that stands there already stays. */
async function begin(): Promise<void> {
  const figure = document.querySelector<HTMLElement>("figure.scene");
  const text = document.getElementById("scene-data")?.textContent;
  if (!figure || !text) return;
  try {
    const data = JSON.parse(text) as Scene3d;
    start(figure, data, await unpacked(data));
  } catch {
    figure.classList.remove("live");
  }
}

void begin();
