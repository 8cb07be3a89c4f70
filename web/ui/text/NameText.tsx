import './unwanted.css'
import { markUnwanted } from './mark-unwanted.ts'

/** The name of a file, branch or tag, whose hidden and misleading characters are marked. */
export function NameText({ name }: { readonly name: string }) {
  const marked = markUnwanted(name)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the marks have escaped the name
  return marked === undefined ? name : <span dangerouslySetInnerHTML={{ __html: marked }} />
}
