"use strict";
// The least Electron app with a window like the product's: what start and memory are measured against.

const path = require("node:path");
const { app, BrowserWindow, Menu } = require("electron");

const open = () => {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    webPreferences: {
      preload: path.join(__dirname, "preload.cjs"),
      contextIsolation: true,
      sandbox: true,
      spellcheck: false,
    },
  });
  window.loadFile(path.join(__dirname, "index.html")).catch((error) => {
    console.error(error);
    app.exit(1);
  });
};

Menu.setApplicationMenu(null);
app.on("window-all-closed", () => app.quit());
app
  .whenReady()
  .then(open)
  .catch((error) => {
    console.error(error);
    app.exit(1);
  });
