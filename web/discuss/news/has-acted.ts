import { isPlaceAwaited } from '#web/ui/hold-scroll.ts'

/** Whether the page stands, or is about to stand, where the reader has moved it, or the reader has begun to write. */
export const hasActed = (): boolean =>
  scrollY > 8 || isPlaceAwaited() || document.activeElement?.matches('input, textarea, select') === true
