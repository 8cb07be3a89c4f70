import { offerWords } from './page-access.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Fields for words that are saved; no passwords, searches or pickers. */
const textFields = ':is(textarea, input:is(:not([type]), [type=text], [type=url], [type=email])):not([role=combobox])'

/** Offer what is typed in the fields of a page when it ends under its writer. @returns the function that stops it */
export function watchFields(): () => void {
  const touched = new WeakSet<EventTarget>()
  const onInput = ({ target }: Event) => target !== null && touched.add(target)
  document.addEventListener('input', onInput, true)
  offerWords(() => {
    const fields = [...document.querySelectorAll<TextField>(textFields)].filter(field => touched.has(field))
    return [...new Set(fields.map(field => field.value))]
  })
  return () => {
    document.removeEventListener('input', onInput, true)
    offerWords(() => [])
  }
}
