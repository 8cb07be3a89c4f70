import { useEffect, useEffectEvent, useState } from 'react'

const tab = { id: `${Math.random()}`, since: globalThis.performance?.timeOrigin ?? 0 }

type Message =
  | { readonly kind: 'opened'; readonly name: string; readonly by: typeof tab }
  | { readonly kind: 'taken'; readonly name: string; readonly by: string }

/**
 * Names a draft of which there may be several: each tab has its own, which it finds again after a reload and on the way
 * back. A tab that was duplicated begins another one.
 *
 * @param form  names what is written, such as the address of the form with the id of its project: it may be renamed
 * @param given  the draft that is asked for; null for the tab's own
 * @returns the name, and the way to begin the next draft
 */
export function useDraftKey(form: string, given: string | null): readonly [string, () => void] {
  const own = (): string => given ?? stored(form) ?? begin(form)
  const [state, setState] = useState(() => ({ form, key: own() }))
  const current = state.form === form ? state : { form, key: own() }
  if (current !== state) setState(current)
  const { key } = current
  const name = `${form} ${key}`
  const next = () => setState({ form, key: begin(form) })
  const leave = useEffectEvent(next)
  // Other tabs are outside of React.
  useEffect(() => {
    if (given === null) write(form, key)
    const channel = new BroadcastChannel('weft.drafts')
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.name !== name) return
      if (data.kind === 'taken') {
        if (data.by === tab.id) leave()
      } else if (tab.since < data.by.since)
        channel.postMessage({ kind: 'taken', name, by: data.by.id } satisfies Message)
    }
    channel.postMessage({ kind: 'opened', name, by: tab } satisfies Message)
    return () => channel.close()
  }, [form, key, name, given])
  return [key, next]
}

const storageKey = (form: string): string => `weft.draft.${form}`

function stored(form: string): string | null {
  try {
    return sessionStorage.getItem(storageKey(form))
  } catch {
    return null
  }
}

function begin(form: string): string {
  const key = crypto.getRandomValues(new Uint32Array(2)).reduce((text, each) => text + each.toString(16), '')
  write(form, key)
  return key
}

function write(form: string, key: string): void {
  try {
    sessionStorage.setItem(storageKey(form), key)
  } catch {
    // Without storage the draft has its name as long as the page is open.
  }
}
