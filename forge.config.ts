import path from "node:path";
import { MakerDeb } from "@electron-forge/maker-deb";
import { MakerZIP } from "@electron-forge/maker-zip";
import { FusesPlugin } from "@electron-forge/plugin-fuses";
import type { ForgeConfig } from "@electron-forge/shared-types";
import { FuseV1Options, FuseVersion } from "@electron/fuses";
import { fuseCount } from "./build/packaging/fuseCount.mjs";

const root = import.meta.dirname;
const icons = path.join(root, "build/icons");

/** What security.md §5.7 wants, in the order of the fuse wire. */
const wanted = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
] as const;

const count = fuseCount();
const fuses = Object.fromEntries(wanted.filter(([option]) => Number(option) < count));

/** Nothing of the repository goes into the archive but the manifest and what was built. */
const shipped = /^\/(package\.json|\.vite|\.vite\/(build|renderer)(\/.*)?)$/;

/** Options of the .deb that its maker passes on but that its types lack or narrow. */
const untyped = {
  // Half a minute instead of minutes, for a tenth more bytes.
  compression: "zstd",
  icon: Object.fromEntries(
    [16, 32, 48, 64, 128, 256, 512].map((size) => [`${size}x${size}`, path.join(icons, `icon-${size}.png`)]),
  ) as unknown as string,
};

const config: ForgeConfig = {
  packagerConfig: {
    name: "Loopwright",
    executableName: "loopwright",
    appBundleId: "dev.loopwright.app",
    appCategoryType: "public.app-category.developer-tools",
    icon: path.join(icons, "icon"),
    asar: true,
    prune: false,
    ignore: (file) => file !== "" && !shipped.test(file),
    extraResource: [path.join(root, ".vite/runtime")],
    ...(process.env["LOOPWRIGHT_ELECTRON_ZIP_DIR"] === undefined
      ? {}
      : { electronZipDir: process.env["LOOPWRIGHT_ELECTRON_ZIP_DIR"] }),
  },
  makers: [
    new MakerDeb({
      options: {
        name: "loopwright",
        bin: "loopwright",
        productName: "Loopwright",
        genericName: "Coding agent workbench",
        homepage: "https://loopwright.dev",
        maintainer: "Loopwright maintainers <maintainers@loopwright.dev>",
        categories: ["Development"],
        section: "devel",
        ...untyped,
      },
    }),
    new MakerZIP({}),
  ],
  plugins: [
    new FusesPlugin({
      version: FuseVersion.V1,
      strictlyRequireAllFuses: false,
      resetAdHocDarwinSignature: process.platform === "darwin" && process.arch === "arm64",
      ...fuses,
    }),
  ],
};

export default config;
