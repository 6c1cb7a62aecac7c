import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { isInside } from "../paths/index.ts";

/** Where compilers, interpreters and what they have downloaded lie below a home folder. None of them holds secrets. */
const inHome = [
  ...[".cargo/bin", ".cargo/env", ".rustup", ".nvm", ".fnm", ".volta", ".n", ".nodenv", ".asdf", ".mise"],
  ...[".local/share/mise", ".local/share/fnm", ".local/share/uv", ".local/share/pipx", ".local/share/pnpm"],
  ...[".local/lib", ".local/share/nvm", ".pyenv", ".rbenv", ".rvm", ".sdkman", ".jenv", ".jabba", ".goenv"],
  ...["go/bin", "sdk", ".deno/bin", ".bun/bin", ".dotnet", ".pub-cache/bin", "flutter", ".ghcup", ".opam"],
  ...["miniconda3", "anaconda3", "miniforge3", "mambaforge", ".conda/envs", ".linuxbrew", ".nix-profile"],
  ...[".local/state/nix", ".npm-global", ".npm-packages", ".yarn/bin", ".gradle/wrapper", ".gradle/jdks"],
  ...[".m2/wrapper", ".elan", ".juliaup", ".cabal/bin", ".stack/programs", ".swiftly", ".luarocks"],
  ...[
    ".cache/ms-playwright",
    ".cache/Cypress",
    ".cache/puppeteer",
    ".cache/electron",
    ".cache/node/corepack",
  ],
];

/**
 * Downloaded packages: with the network a command fills its own copy, without it those of the person serve where there is
 * no own copy.
 */
const packageCaches = [
  ...[".npm/_cacache", ".cache/pip", ".cache/uv", ".cache/yarn", ".cargo/registry", ".cargo/git"],
  ...[
    ".m2/repository",
    ".ivy2/cache",
    "go/pkg/mod",
    ".nuget/packages",
    ".composer/cache",
    ".pub-cache/hosted",
  ],
  ...[".gradle/caches", ".julia/packages"],
];

const named =
  /^(?:JAVA_HOME|JDK_HOME|GOROOT|RUSTUP_HOME|NVM_DIR|FNM_DIR|PYENV_ROOT|RBENV_ROOT|VOLTA_HOME|SDKMAN_DIR|ANDROID_HOME|ANDROID_SDK_ROOT|DOTNET_ROOT|CONDA_PREFIX|VIRTUAL_ENV|DENO_INSTALL|BUN_INSTALL|PNPM_HOME|GEM_HOME|ASDF_DATA_DIR|MISE_DATA_DIR|FLUTTER_ROOT|MAVEN_HOME|GRADLE_HOME)$/;

/** Folders of a home that hold more than programs; of these only the folder of programs itself is shown. */
const wide = new Set([
  ".local",
  ".config",
  ".cache",
  ".cargo",
  ".share",
  "Library",
  "go",
  ".yarn",
  ".bun",
  ".deno",
]);

/** A program's folder, with what lies beside it where that belongs to it (`lib` beside `bin`). */
function installationOf(folder: string, homes: readonly string[]): string {
  const parent = dirname(folder);
  const isProgramFolder = /^(?:s?bin|\.bin|shims)$/.test(basename(folder));
  const isWide = wide.has(basename(parent)) || homes.some((home) => isInside(parent, home)) || parent === "/";
  return isProgramFolder && !isWide ? parent : folder;
}

const realOrSame = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const isEmptyFolder = (path: string): boolean => {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return true;
  }
};

/** What of the hidden folders a command may read. */
export interface ToolchainsAsked {
  readonly env: Readonly<Record<string, string>>;
  /** Real paths of the person's home folder, by every name the system knows. */
  readonly homes: readonly string[];
  /** Folders that are hidden as a whole. */
  readonly hidden: readonly string[];
  /** The folder that stands in for the home. */
  readonly privateHome: string;
  readonly network: boolean;
}

/** Absolute paths to be shown read-only: each exists, lies in a hidden folder, and holds no home folder. */
export function findToolchains({ env, homes, hidden, privateHome, network }: ToolchainsAsked): string[] {
  const onPath = (env["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const folders = onPath.flatMap((folder) => [folder, realOrSame(folder)]);
  const installed = folders.map((folder) => installationOf(folder, homes));
  const asked = Object.entries(env).flatMap(([name, value]) => (named.test(name) ? [value] : []));
  const known = homes.flatMap((home) => inHome.map((name) => join(home, name)));
  const caches = network
    ? []
    : packageCaches
        .filter((name) => isEmptyFolder(join(privateHome, name)))
        .flatMap((name) => homes.map((home) => join(home, name)));
  const all = [...installed, ...asked, ...known, ...caches].filter(
    (path) =>
      isAbsolute(path) &&
      hidden.some((folder) => isInside(folder, path) && folder !== path) &&
      !homes.some((home) => isInside(path, home)) &&
      // Programs of another system's, as the Windows disks have them under WSL.
      !/^\/(?:mnt|media)\//.test(path) &&
      existsSync(path),
  );
  const sorted = [...new Set(all)].sort();
  return sorted.filter((path) => !sorted.some((other) => other !== path && isInside(other, path)));
}
