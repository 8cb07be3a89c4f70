/**
 * Let a press beside an open drawer close it, and nothing more: it looks like a dialog, but its popover lets the press through.
 *
 * @returns stops it
 */
export function holdPresses(): () => void {
  let isHeld = false
  const onPress = ({ target }: PointerEvent) => {
    // Toasts and pickers stand above it.
    const isAbove = target instanceof Element && target.closest('[popover]:popover-open, dialog') !== null
    isHeld = !isAbove && document.querySelector('[popover="auto"]:popover-open') !== null
  }
  const hold = (event: MouseEvent) => {
    // Keys click too, without a press.
    if (!isHeld || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  const held = ['mousedown', 'click'] as const
  document.addEventListener('pointerdown', onPress, true)
  for (const name of held) document.addEventListener(name, hold, true)
  return () => {
    document.removeEventListener('pointerdown', onPress, true)
    for (const name of held) document.removeEventListener(name, hold, true)
  }
}
