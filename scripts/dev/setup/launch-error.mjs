/** Why the launcher cannot go on, in one line for the user. */
export class LaunchError extends Error {}
