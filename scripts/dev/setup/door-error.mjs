/** What keeps a door shut, in one line for the user. */
export class DoorError extends Error {}
