/**
 * The position of a character of a textarea, in pixels from the corner of its border box, at the current scroll
 * position.
 */
export interface CaretPlace {
  readonly left: number
  readonly top: number
  readonly height: number
}

const copied = [
  'direction',
  'boxSizing',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'fontStyle',
  'fontVariant',
  'fontWeight',
  'fontStretch',
  'fontSize',
  'fontFamily',
  'lineHeight',
  'letterSpacing',
  'wordSpacing',
  'textAlign',
  'textIndent',
  'textTransform',
  'tabSize',
] as const

/** A textarea does not report the positions of its characters: a copy of it, laid out the same way, does. */
export function caretPlace(area: HTMLTextAreaElement, position: number): CaretPlace {
  const style = getComputedStyle(area)
  const copy = document.createElement('div')
  for (const name of copied) copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    top: '0',
    left: '-9999px',
    width: `${area.clientWidth + Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.borderRightWidth)}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.textContent = area.value.slice(0, position)
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(position) || '.'
  copy.append(mark)
  document.body.append(copy)
  const height = Number.parseFloat(style.lineHeight) || mark.offsetHeight
  const place = { left: mark.offsetLeft - area.scrollLeft, top: mark.offsetTop - area.scrollTop, height }
  copy.remove()
  return place
}
