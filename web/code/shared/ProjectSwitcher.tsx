import { RepoIcon, TriangleDownIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { comparableProjects, mergeRequestTargets } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import styles from './ProjectSwitcher.module.css'

interface ProjectSwitcherProps {
  /** "Target project" */
  readonly label: string
  /** The project whose fork network is searched. */
  readonly namespace: string
  readonly search: typeof mergeRequestTargets | typeof comparableProjects
  readonly current: { readonly id: number; readonly fullPath: string }
  readonly onPick: (id: number) => void
}

/** A button with a project, which opens a search over those of its fork network. */
export function ProjectSwitcher(props: ProjectSwitcherProps) {
  const { label, current, onPick } = props
  return (
    <Popover
      label={label}
      padded={false}
      className={styles.popup}
      trigger={
        <Button icon={<RepoIcon />} trailing={<TriangleDownIcon />} aria-label={`${label}: ${current.fullPath}`}>
          <span className={styles.project}>{current.fullPath}</span>
        </Button>
      }
    >
      {close => (
        <ProjectPicker
          {...props}
          onClose={close}
          onPick={id => {
            close()
            if (id !== current.id) onPick(id)
          }}
        />
      )}
    </Popover>
  )
}

function ProjectPicker(props: ProjectSwitcherProps & { readonly onClose: () => void }) {
  const { namespace, search: operation, current, onPick, onClose } = props
  const [query, setQuery] = useState('')
  const search = query.trim()
  const input = { namespace, ...(search === '' ? {} : { search }) }
  const { data, isFetching } = useReading(operation, input, { keepPrevious: true })
  return (
    <Picker
      label="Projects"
      placeholder="Search forks and upstream"
      options={(data ?? []).map(({ id, fullPath, name }) => ({ id: String(id), text: fullPath, detail: name }))}
      selected={[String(current.id)]}
      loading={isFetching}
      empty="No matching projects"
      onQuery={setQuery}
      onClose={onClose}
      onChange={([id]) => id !== undefined && onPick(Number(id))}
    />
  )
}
