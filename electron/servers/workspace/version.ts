/** Version of the workspace server as clients see it; equal to the one in `package.json`. */
export const version = "0.1.0";
