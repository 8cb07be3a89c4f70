/** Keys that type or edit a text. */
const typing = /^(?:.|Enter|Backspace|Delete)$/u

/**
 * Hold back the keys of someone who is typing in a text box that another person's change has removed: they would run
 * single-key shortcuts, or press the button that has the focus now. A click, Tab, Escape, another text box or another page ends this.
 *
 * @returns the function that stops it
 */
export function holdLostKeys(): () => void {
  let box: Element | null = null
  /** The path where the box was. A user who went to another page has left it. */
  let path = ''
  const enter = (target: EventTarget | null) => {
    if (!(target instanceof Element && target.matches(':read-write'))) return
    box = target
    path = window.location.pathname
  }
  // The user may have begun to type before.
  enter(document.activeElement)
  const onFocusIn = ({ target }: FocusEvent) => enter(target)
  const onPointerDown = () => {
    box = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey } = event
    if (target instanceof Element && target.matches(':read-write')) {
      // Tab, Escape and what sends a text may close its box: that is meant.
      const sends = key === 'Enter' && (ctrlKey || metaKey || target instanceof HTMLInputElement)
      box = sends || leaves(key) ? null : target
      path = window.location.pathname
    } else if (leaves(key) || path !== window.location.pathname || (box !== null && !isGone(box))) box = null
    else if (box !== null && !ctrlKey && !metaKey && typing.test(key)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  document.addEventListener('focusin', onFocusIn)
  window.addEventListener('pointerdown', onPointerDown, true)
  window.addEventListener('keydown', onKeyDown, true)
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    window.removeEventListener('pointerdown', onPointerDown, true)
    window.removeEventListener('keydown', onKeyDown, true)
  }
}

const leaves = (key: string): boolean => key === 'Tab' || key === 'Escape'

const isGone = (box: Element): boolean => !box.isConnected || !box.checkVisibility()
