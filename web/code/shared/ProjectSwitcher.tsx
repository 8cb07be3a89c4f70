import { RepoIcon, TriangleDownIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { mergeRequestTargets } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import type { NewMergeRequestData } from '../shapes.ts'
import styles from './NewMergeRequestPage.module.css'

interface TargetSwitcherProps {
  readonly namespace: string
  readonly target: NewMergeRequestData['target']
  readonly onPick: (id: number) => void
}

/** A button with the project that the merge request goes to, which opens a search over those of its fork network. */
export function TargetSwitcher({ namespace, target, onPick }: TargetSwitcherProps) {
  return (
    <Popover
      label="Target project"
      padded={false}
      className={styles.popup}
      trigger={
        <Button icon={<RepoIcon />} trailing={<TriangleDownIcon />} aria-label={`Target project: ${target.fullPath}`}>
          <span className={styles.project}>{target.fullPath}</span>
        </Button>
      }
    >
      {close => (
        <TargetPicker
          namespace={namespace}
          target={target}
          onClose={close}
          onPick={id => {
            close()
            if (id !== target.id) onPick(id)
          }}
        />
      )}
    </Popover>
  )
}

function TargetPicker({ namespace, target, onPick, onClose }: TargetSwitcherProps & { readonly onClose: () => void }) {
  const [query, setQuery] = useState('')
  const search = query.trim()
  const { data, isFetching } = useReading(
    mergeRequestTargets,
    { namespace, ...(search === '' ? {} : { search }) },
    { keepPrevious: true },
  )
  return (
    <Picker
      label="Projects"
      placeholder="Search forks and upstream"
      options={(data ?? []).map(({ id, fullPath, name }) => ({ id: String(id), text: fullPath, detail: name }))}
      selected={[String(target.id)]}
      loading={isFetching}
      empty="No matching projects"
      onQuery={setQuery}
      onClose={onClose}
      onChange={([id]) => id !== undefined && onPick(Number(id))}
    />
  )
}
