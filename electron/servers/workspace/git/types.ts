/** A repository that lies inside the workspace with everything it is made of. All paths are real. */
export interface Repository {
  readonly workTree: string;
  /** The work tree relative to the root, safe to show. */
  readonly shown: string;
  /** HEAD and index are here … */
  readonly gitDir: string;
  /** … and objects, branches and configuration here; another folder only for a linked work tree. */
  readonly commonDir: string;
}

/** One setting, as git takes it. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** How a repository is stored; git cannot read it without knowing. */
export interface StoreFormat {
  readonly objects: "sha1" | "sha256";
  readonly refs: "files" | "reftable";
}
