import { isPlaceAwaited } from '#web/ui/hold-scroll.ts'

/** Whether the reader has scrolled the page, is about to, or has begun to write. */
export const hasActed = (): boolean =>
  scrollY > 8 || isPlaceAwaited() || document.activeElement?.matches('input, textarea, select') === true
