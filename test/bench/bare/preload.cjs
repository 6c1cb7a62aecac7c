"use strict";
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("bare", { ask: (what) => ipcRenderer.invoke("ask", what) });
