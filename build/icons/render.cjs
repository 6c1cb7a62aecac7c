"use strict";
// Draws the icon files out of icon.svg: `electron build/icons/render.cjs` (as root with --no-sandbox). Run by hand after a
// change of the drawing; its results are kept in the repository, so that a build needs no display.

const { readFileSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const { app, BrowserWindow } = require("electron");

const pngSizes = [16, 32, 48, 64, 128, 256, 512, 1024];
const icoSizes = [16, 32, 48, 64, 128, 256];
/** Types of the icns format that hold a PNG, by size. */
const icnsTypes = [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic08", 256],
  ["ic13", 256],
  ["ic09", 512],
  ["ic14", 512],
  ["ic10", 1024],
];

/** Draws in the page, where Chromium's own SVG renderer is at hand. */
function drawInPage(svg, sizes) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () =>
      resolve(
        sizes.map((size) => {
          const canvas = document.createElement("canvas");
          canvas.width = canvas.height = size;
          canvas.getContext("2d").drawImage(image, 0, 0, size, size);
          return canvas.toDataURL("image/png").split(",")[1];
        }),
      );
    image.onerror = () => reject(new Error("icon.svg cannot be drawn"));
    image.src = `data:image/svg+xml;base64,${btoa(svg)}`;
  });
}

function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

function icns(images) {
  const parts = images.map(({ type, png }) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write("icns", "latin1");
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

async function render() {
  const svg = readFileSync(path.join(__dirname, "icon.svg"), "utf8");
  const window = new BrowserWindow({ show: false });
  await window.loadURL("data:text/html,<title>icons</title>");
  const call = `(${drawInPage.toString()})(${JSON.stringify(svg)}, ${JSON.stringify(pngSizes)})`;
  const drawn = await window.webContents.executeJavaScript(call);
  const pngs = new Map(pngSizes.map((size, index) => [size, Buffer.from(drawn[index], "base64")]));
  for (const [size, png] of pngs) writeFileSync(path.join(__dirname, `icon-${size}.png`), png);
  writeFileSync(
    path.join(__dirname, "icon.ico"),
    ico(icoSizes.map((size) => ({ size, png: pngs.get(size) }))),
  );
  writeFileSync(
    path.join(__dirname, "icon.icns"),
    icns(icnsTypes.map(([type, size]) => ({ type, png: pngs.get(size) }))),
  );
}

app
  .whenReady()
  .then(render)
  .then(
    () => app.exit(0),
    (error) => {
      console.error(error);
      app.exit(1);
    },
  );
