/** Something the owner can understand and put right; its message is all there is to say. */
export class MoveError extends Error {}
