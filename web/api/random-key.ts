/** A name that no other has, of 32 signs of base 16. `crypto.randomUUID` is missing on sites without HTTPS. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map(part => part.toString(16).padStart(8, '0')).join('')
