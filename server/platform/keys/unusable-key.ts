/** The text is no public key that can be used. The message follows the word "Key". */
export class BadKey extends Error {}
