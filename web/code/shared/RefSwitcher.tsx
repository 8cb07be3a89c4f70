import { GitBranchIcon, GitCommitIcon, TagIcon, TriangleDownIcon } from '@primer/octicons-react'
import { type ReactElement, useState } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { codeRefs } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import type { TriggerProps } from '#web/ui/floating/trigger.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import styles from './RefSwitcher.module.css'

interface RefSwitcherProps {
  readonly namespace: string
  /** Null: nothing is chosen yet. */
  readonly current: { readonly name: string; readonly kind: 'branch' | 'tag' | 'commit' } | null
  readonly onPick: (name: string) => void
  /** The label before the name: "From". */
  readonly label?: string
  /** Only branches can be picked, no tags or commits. */
  readonly branchesOnly?: boolean
  /** Opens the search in the place of the button with the name. */
  readonly trigger?: ReactElement<TriggerProps>
}

const icons = { branch: GitBranchIcon, tag: TagIcon, commit: GitCommitIcon }

/** A button with the present branch or tag that opens a search over all of them. */
export function RefSwitcher({ namespace, current, onPick, label, branchesOnly = false, trigger }: RefSwitcherProps) {
  const Icon = icons[current?.kind ?? 'branch']
  const shown = current !== null ? shortened(current) : branchesOnly ? 'Choose a branch' : 'Choose a branch or tag'
  return (
    <Popover
      label={branchesOnly ? 'Switch branch' : 'Switch branch or tag'}
      padded={false}
      className={styles.popup ?? ''}
      trigger={
        trigger ?? (
          <Button
            className={styles.button}
            icon={<Icon />}
            trailing={<TriangleDownIcon />}
            title={current === null ? undefined : visibleName(current.name)}
          >
            <span className={styles.name}>
              {label && <span className={styles.label}>{label} </span>}
              <NameText name={shown} />
            </span>
          </Button>
        )
      }
    >
      {close => (
        <RefPicker
          namespace={namespace}
          current={current}
          branchesOnly={branchesOnly}
          onPick={name => {
            close()
            onPick(name)
          }}
          onClose={close}
        />
      )}
    </Popover>
  )
}

/** The object name is also shortened in expressions that begin with a commit, such as that of its parent. */
const shortened = ({ name }: { readonly name: string }): string =>
  name.replace(/^([0-9a-f]{8})[0-9a-f]{32}(?=$|[~^])/, '$1')

/** The name of a commit, full or shortened. */
const commitId = /^[0-9a-f]{7,40}$/

interface RefPickerProps extends Pick<RefSwitcherProps, 'namespace' | 'current' | 'onPick'> {
  readonly branchesOnly: boolean
  readonly onClose: () => void
}

function RefPicker({ namespace, current, branchesOnly, onPick, onClose }: RefPickerProps) {
  const [query, setQuery] = useState('')
  const search = query.trim()
  const { data, isFetching } = useReading(
    codeRefs,
    { namespace, ...(search === '' ? {} : { search }) },
    {
      keepPrevious: true,
    },
  )
  const both = new Set(data?.tags.filter(tag => data.branches.includes(tag)))
  const options: readonly Option[] = [
    ...(data?.branches ?? []).map(name => ({
      id: `branch ${name}`,
      text: visibleName(name),
      group: `Branches (${data?.branchCount})`,
      ...(name === data?.defaultBranch ? { detail: 'Default branch' } : {}),
    })),
    ...(branchesOnly ? [] : (data?.tags ?? [])).map(name => ({
      id: `tag ${name}`,
      text: visibleName(name),
      group: `Tags (${data?.tagCount})`,
    })),
  ]
  return (
    <Picker
      label={branchesOnly ? 'Branches' : 'Branches and tags'}
      placeholder={branchesOnly ? 'Search branches' : 'Branch, tag or commit ID'}
      options={options}
      selected={current === null ? [] : [`${current.kind} ${current.name}`]}
      loading={isFetching}
      empty={branchesOnly ? 'No matching branches' : 'No matching branches or tags'}
      onQuery={setQuery}
      {...(!branchesOnly &&
        commitId.test(search) && {
          create: { label: (id: string) => `Commit ${id}`, run: onPick },
        })}
      onClose={onClose}
      onChange={([id = '']) => {
        const name = id.slice(id.indexOf(' ') + 1)
        onPick(id.startsWith('tag ') && both.has(name) ? `refs/tags/${name}` : name)
      }}
    />
  )
}
