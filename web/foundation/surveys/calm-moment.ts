const name = 'weft:calm-moment'

/** The reader has finished something, such as closing an issue, and may have a moment for a question. */
export const announceCalmMoment = (): boolean => dispatchEvent(new Event(name))

export function onCalmMoment(listener: () => void): () => void {
  addEventListener(name, listener)
  return () => removeEventListener(name, listener)
}
