import { isValidElement, options, type Ref, type VNode } from 'preact'
import { isTakingOver } from './page.ts'

// The pages are written in React and rendered by Preact: see docs/decisions/0015-preact-renders-the-pages.md. This is
// what React does and Preact leaves to the application.

// React runs the effects of a press before the next one. After a frame, as Preact does, keys would reach the page before
// its listeners.
options.requestAnimationFrame = queueMicrotask

const normalize = options.vnode
options.vnode = vnode => {
  normalize?.(vnode)
  if (typeof vnode.type !== 'string') return
  const { props } = vnode as VNode<ElementProps>
  if (import.meta.env.SSR) keepFirstLine(vnode.type, props)
  else likeReact(vnode, props)
}

/** A browser that reads a document leaves out a line break at the beginning of these elements: it is written twice. */
function keepFirstLine(element: string, props: ElementProps): void {
  if (element === 'pre' && isBroken(props.children)) props.children = `\n${props.children}`
  if (element === 'textarea' && isBroken(props.value)) props.value = `\n${props.value}`
}

const isBroken = (text: unknown): text is string => typeof text === 'string' && text.startsWith('\n')

function likeReact(vnode: VNode, props: ElementProps): void {
  // React throws, so that the part of the page says that it cannot be shown. Preact shows nothing.
  if (isUnshowable(props.children)) throw new TypeError('An object cannot be rendered')
  if (props.autoFocus) vnode.ref = focusing(vnode.ref)
  if (props.value != null && isText(String(vnode.type), props)) props.defaultValue ??= props.value
}

const isUnshowable = (child: unknown): boolean =>
  Array.isArray(child)
    ? child.some(isUnshowable)
    : typeof child === 'object' && child !== null && !isValidElement(child)

interface ElementProps {
  children?: unknown
  readonly autoFocus?: boolean
  readonly type?: string
  value?: unknown
  defaultValue?: unknown
}

/** React keeps the default value of a text field the same as its value: what differs was typed. */
const isText = (element: string, { type }: ElementProps): boolean =>
  element === 'textarea' || (element === 'input' && !/^(?:number|checkbox|radio|file)$/.test(type ?? ''))

type ElementRef = Ref<HTMLElement>

const focused = new WeakSet<HTMLElement>()
const refs = new WeakMap<object, ElementRef>()

/**
 * React focuses what is rendered with `autoFocus`; browsers do it once for a document.
 *
 * @returns the same for the same reference: Preact calls a new one with an element that has not changed
 */
function focusing(own: ElementRef | null | undefined): ElementRef {
  const key = own ?? focused
  const known = refs.get(key)
  if (known !== undefined) return known
  const made: ElementRef = element => {
    const cleanUp = typeof own === 'function' ? own(element) : undefined
    if (typeof own === 'object' && own !== null) (own as { current: HTMLElement | null }).current = element
    if (element === null || focused.has(element)) return cleanUp
    focused.add(element)
    // In the server's drawing the browser has done it, or the reader has gone elsewhere since.
    if (!isTakingOver()) element.focus()
    return cleanUp
  }
  refs.set(key, made)
  return made
}
