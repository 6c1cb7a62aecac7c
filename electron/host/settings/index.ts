export { createSettings, type SettingsRoom } from "./settings.ts";
