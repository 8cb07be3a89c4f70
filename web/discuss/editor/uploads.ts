import { useEffect, useReducer, useRef } from 'react'
import type { attachToProject as attachOperation } from '#contract/foundation/uploads.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { fromWire } from '#web/api/case.ts'
import { attachToGroup, attachToProject } from '#web/api/operations.gen.ts'
import { authenticityToken } from '#web/api/page.ts'
import { pageSentence } from '#web/api/page-sentence.ts'
import { useCurrentPlace } from '#web/api/place.ts'
import { randomKey } from '#web/api/random-key.ts'
import { partMessages } from '../part-messages.ts'
import { placeholderOf } from './upload-placeholder.ts'

type Upload = ReplyOf<typeof attachOperation>['link']

/** A file that is being uploaded into a text. */
export interface FileOnItsWay {
  readonly key: string
  readonly name: string
  /** 0 to 1; null when it has failed. */
  readonly progress: number | null
  readonly error: string | null
}

export interface Uploads {
  readonly files: readonly FileOnItsWay[]
  readonly isBusy: boolean
  add(files: Iterable<File>): void
  retry(key: string): void
  /** Stop it, or forget that it failed. */
  drop(key: string): void
}

interface RunningUpload extends FileOnItsWay {
  readonly file: File
  readonly abort: AbortController
}

interface UploadsOptions {
  readonly namespace: string
  /** Put a text where the cursor is. */
  readonly insert: (text: string) => void
  /** Put another text in the place of one that is there; nothing happens when it is gone. */
  readonly replace: (from: string, to: string) => void
}

/** Files of a text: each shows in the text at once, and becomes its markdown when the server has it. */
export function useUploads({ namespace, insert, replace }: UploadsOptions): Uploads {
  const running = useRef<readonly RunningUpload[]>([])
  const { namespace: place } = useCurrentPlace()
  const isGroup = place?.kind === 'group' && place.fullPath === namespace
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  // An upload outlives no page: leaving ends what is still on its way.
  useEffect(
    () => () => {
      for (const each of running.current) each.abort.abort()
    },
    [],
  )

  function set(next: readonly RunningUpload[]) {
    running.current = next
    redraw()
  }
  function change(key: string, part: Partial<RunningUpload>) {
    set(running.current.map(each => (each.key === key ? { ...each, ...part } : each)))
  }

  function start(file: File, name: string, key: string) {
    const placeholder = placeholderOf(name, file.type.startsWith('image/'))
    const abort = new AbortController()
    const entry: RunningUpload = { key, name, file, abort, progress: 0, error: null }
    set([...running.current.filter(each => each.key !== key), entry])
    insert(placeholder)
    send({ namespace, isGroup }, file, name, abort.signal, progress => change(key, { progress })).then(
      upload => {
        replace(placeholder, upload.markdown)
        set(running.current.filter(each => each.key !== key))
      },
      (error: unknown) => {
        replace(placeholder, '')
        if (abort.signal.aborted) set(running.current.filter(each => each.key !== key))
        else change(key, { progress: null, error: error instanceof Error ? error.message : partMessages.uploadFailed })
      },
    )
  }

  return {
    files: running.current,
    isBusy: running.current.some(each => each.progress !== null),
    add: files => {
      for (const file of files) {
        const taken = running.current.map(each => each.name)
        start(file, freeName(file.name || 'file', taken), randomKey())
      }
    },
    retry: key => {
      const failed = running.current.find(each => each.key === key)
      if (failed) start(failed.file, failed.name, key)
    },
    drop: key => {
      running.current.find(each => each.key === key)?.abort.abort()
      set(running.current.filter(each => each.key !== key))
    },
  }
}

/** Two files of one name at once must be told apart in the text. */
function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  for (let count = 2; ; count++) {
    const next = `${name.slice(0, dot)}-${count}${name.slice(dot)}`
    if (!taken.includes(next)) return next
  }
}

// fetch tells nothing of how far a body has got.
function send(
  { namespace, isGroup }: { readonly namespace: string; readonly isGroup: boolean },
  file: File,
  name: string,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const { method, path } = isGroup ? attachToGroup : attachToProject
    request.open(method, path.replace(':namespace', encodeURIComponent(namespace)))
    request.setRequestHeader('x-csrf-token', authenticityToken())
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress(Math.min(event.loaded / event.total, 0.99))
    }
    request.onload = () => {
      const body = parse(request.responseText)
      // The server encoded the answer by the operation's reply schema.
      if (request.status < 300) resolve((fromWire(body) as { link: Upload }).link)
      else reject(new Error(sentenceOf(body, request.status)))
    }
    request.onerror = () => reject(new Error(partMessages.uploadFailed))
    request.onabort = () => reject(new Error(partMessages.uploadFailed))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file, name)
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function sentenceOf(body: unknown, status: number): string {
  if (status === 413) return partMessages.uploadTooLarge
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
    return pageSentence(body.message)
  return partMessages.uploadFailed
}
