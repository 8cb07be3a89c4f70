import { FileIcon, SearchIcon } from '@primer/octicons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeFiles } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx'
import { KeyHint } from '#web/ui/text/KeyHint.tsx'
import type { CodePlace } from '../../shapes.ts'
import { blobHref } from '../addresses.ts'
import { findPaths } from './fuzzy.ts'

const maxShown = 60

interface FindFileProps {
  readonly place: CodePlace
  readonly refName: string
}

/** A button, and the key t, for a search over the paths of all files. */
export function FindFile({ place, refName }: FindFileProps) {
  const [isOpen, setOpen] = useState(false)
  useShortcuts(codeShortcuts.files, { find: () => setOpen(true) })
  return (
    <>
      <Button
        icon={<SearchIcon />}
        trailing={<KeyHint keys="t" />}
        aria-keyshortcuts="t"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Find file
      </Button>
      {isOpen && <FilePalette place={place} refName={refName} onClose={() => setOpen(false)} />}
    </>
  )
}

interface FilePaletteProps extends FindFileProps {
  readonly onClose: () => void
}

function FilePalette({ place, refName, onClose }: FilePaletteProps) {
  const goTo = useGoTo()
  const [query, setQuery] = useState('')
  const wanted = useDeferredValue(query)
  const { data, isFetching, isError } = useReading(codeFiles, { namespace: place.namespace, ref: refName })
  const found = useMemo(() => findPaths(data?.paths ?? [], wanted, maxShown), [data, wanted])
  return (
    <CommandPalette
      label="Find a file"
      placeholder="Search by path"
      query={query}
      onQuery={setQuery}
      loading={isFetching}
      options={found.map(path => ({ id: path, text: visibleName(path), leading: <FileIcon /> }))}
      empty={isError ? 'Could not load the file list. Try again.' : 'No matching files'}
      {...(data?.isCut && { scope: 'This repository has too many files. Only the first ones are searched.' })}
      onPick={(path, { inNewTab }) => {
        const href = blobHref(place, refName, path)
        if (inNewTab) window.open(href, '_blank', 'noopener')
        else goTo(href)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
