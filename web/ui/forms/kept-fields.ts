import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldsOwnerContext } from './field.ts'

interface KeptField {
  /** The value of the field when it was first changed. */
  readonly base: string
  readonly value: string
  /** The value that was being saved when the page was left: whether it was saved is unknown. */
  readonly sent?: string | undefined
}
type KeptFields = Readonly<Record<string, KeptField>>

type Field = HTMLInputElement | HTMLSelectElement

// Long texts are unsent texts; the search text of a list is no value.
const keepable =
  'select, input:not([type=password], [type=file], [type=hidden], [type=search], [role=combobox], [autocomplete$=password])'

/** The sent values, until it is known whether they were saved. */
interface Submission {
  readonly sent: ReadonlyMap<string, string>
  /** The fields that were changed again since. */
  readonly changedSince: Set<string>
}

interface KeptFieldsOfForm {
  /** The labels of the fields that were saved as something else since the kept change began. */
  readonly overlaps: readonly string[]
  /** To be called when the form is submitted. */
  readonly submitted: () => void
}

/**
 * Keep the changed fields of a form in this tab, and put them back when the reader comes back to its page or loads it again,
 * unless they were submitted or given up. Forms in dialogs keep nothing.
 *
 * @param problem  what went wrong with the last submission
 */
export function useKeptFields(
  form: RefObject<HTMLFormElement | null>,
  problem: string | null | undefined,
): KeptFieldsOfForm {
  const owner = useContext(FieldsOwnerContext)
  const [overlaps, setOverlaps] = useState<readonly string[]>([])
  const submission = useRef<Submission | null>(null)
  const isDiscarded = useRef(false)
  const hasProblem = useRef(false)
  // The problem is read when the page is left.
  useEffect(() => {
    hasProblem.current = Boolean(problem)
  })
  // The browser's storage and users' changes to its fields are outside of React. A field has its label until it is
  // removed.
  useLayoutEffect(() => {
    const element = form.current
    if (element === null || owner === null || element.closest('dialog') !== null) return
    const place = `weft-fields ${owner} ${location.pathname}${location.search} ${nameOf(element)}`
    const bases = new Map<string, string>()
    const changed = new Set<string>()
    const isBusy = () => element.querySelector('[type=submit][data-busy]') !== null
    const isAccepted = () =>
      submission.current !== null && !hasProblem.current && element.querySelector('[aria-invalid=true]') === null

    /** A saved or discarded value is no longer a change. */
    const settle = () => {
      if (isDiscarded.current) bases.clear()
      else if (submission.current !== null && isBusy()) return
      else if (isAccepted()) for (const key of bases.keys()) setBase(key, savedBase(key))
      isDiscarded.current = false
      submission.current = null
    }
    const setBase = (key: string, base: string | undefined) =>
      base === undefined ? bases.delete(key) : bases.set(key, base)
    /** The base of a field after a save: the sent value, if the field was changed since. */
    const savedBase = (key: string) => {
      const { sent, changedSince } = submission.current ?? {}
      return changedSince?.has(key) ? sent?.get(key) : undefined
    }
    const begin = (target: EventTarget | null, isChanged: boolean) => {
      if (!isKeepable(target)) return
      settle()
      const key = keyOf(target)
      const base = isChanged ? contentBefore(target) : contentOf(target)
      if (!bases.has(key)) bases.set(key, base)
      if (!isChanged) return
      changed.add(key)
      submission.current?.changedSince.add(key)
    }
    const onFocus = ({ target }: Event) => begin(target, false)
    const onInput = ({ target }: Event) => begin(target, true)
    const giveUp = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-actions] :is(a, [data-cancel])'))
        isDiscarded.current = true
    }
    const keep = (isSaved: boolean) => {
      const edits = fieldsOf(element).flatMap(field => {
        const [key, value] = [keyOf(field), contentOf(field)]
        const base = isSaved ? savedBase(key) : bases.get(key)
        const sent = isSaved ? undefined : submission.current?.sent.get(key)
        return base === undefined || base === value ? [] : [[key, { base, value, sent }] as const]
      })
      store(place, isDiscarded.current ? {} : Object.fromEntries(edits))
    }
    // A request that is under way ends with the document.
    const onHide = () => keep(isAccepted() && !isBusy())
    // React handles no events while it commits.
    const timer = setTimeout(() => {
      const kept = stored(place)
      const others: string[] = []
      for (const field of fieldsOf(element)) {
        const key = keyOf(field)
        const { base, value, sent } = kept[key] ?? {}
        const now = contentOf(field)
        // Text that the user typed while the page was loading stays.
        if (base === undefined || value === undefined || now === value || changed.has(key)) continue
        bases.set(key, base)
        if (now !== base && now !== sent) others.push(labelOf(field))
        // The form's next value is made from what it renders.
        flushSync(() => enter(field, value))
      }
      setOverlaps(others)
    })
    const focused = document.activeElement
    // The field that has the focus from the beginning may hold what was typed before the page was hydrated.
    if (element.contains(focused) && isKeepable(focused)) bases.set(keyOf(focused), contentAtFirst(focused))
    element.addEventListener('focusin', onFocus)
    element.addEventListener('input', onInput)
    element.addEventListener('click', giveUp)
    // A tab in the background may end without another event.
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', onHide)
    return () => {
      clearTimeout(timer)
      // An accepted form may open another page before its listener runs.
      keep(isAccepted())
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('input', onInput)
      element.removeEventListener('click', giveUp)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', onHide)
    }
  }, [form, owner])
  return {
    overlaps,
    submitted: () => {
      const fields = form.current === null ? [] : fieldsOf(form.current)
      submission.current = {
        sent: new Map(fields.map(each => [keyOf(each), contentOf(each)])),
        changedSince: new Set(),
      }
      setOverlaps([])
    },
  }
}

const isKeepable = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches(keepable)

const isSwitch = (field: Field): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type)

const fieldsOf = (form: HTMLFormElement): readonly Field[] => [...form.querySelectorAll<Field>(keepable)]

/** The words of its button: a page may have several forms. */
const nameOf = (form: HTMLFormElement): string => form.querySelector('[type=submit]')?.textContent ?? ''

const labelOf = ({ labels, ariaLabel }: Field): string => labels?.[0]?.firstChild?.textContent ?? ariaLabel ?? ''

const keyOf = (field: Field): string => `${field.name} ${labelOf(field)}`

const contentOf = (field: Field): string => (isSwitch(field) ? String(field.checked) : field.value)

/**
 * The content before the change of a field that never had the focus: a checkbox in some browsers, or text typed before
 * hydration.
 */
function contentBefore(field: Field): string {
  if (isSwitch(field)) return String(!field.checked)
  // React sets the default value along with the value, after this.
  return field instanceof HTMLInputElement ? field.defaultValue : field.value
}

/** The content of a field when it was rendered. */
function contentAtFirst(field: Field): string {
  if (!(field instanceof HTMLInputElement)) return field.value
  const { defaultChecked, defaultValue } = field
  return isSwitch(field) ? String(defaultChecked) : defaultValue
}

/** Change a field as the reader would. */
function enter(field: Field, value: string): void {
  if (isSwitch(field)) {
    if (contentOf(field) !== value) field.click()
    return
  }
  field.value = value
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function stored(place: string): KeptFields {
  try {
    // Written by `store`.
    return JSON.parse(sessionStorage.getItem(place) ?? '{}') as KeptFields
  } catch {
    return {}
  }
}

function store(place: string, fields: KeptFields): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify(fields))
  } catch {
    // The storage is full or blocked: nothing is put back.
  }
}
