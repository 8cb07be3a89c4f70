import { CheckIcon } from '@primer/octicons-react'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useId } from '../../use-id.tsx'
import { grouped, type Option, type OptionGroup } from './choice-list.ts'
import type { Listbox } from './listbox.ts'
import styles from './OptionList.module.css'

interface OptionListProps {
  readonly label: string
  readonly listbox: Listbox
  /** The options in the order shown: those of one group are adjacent. */
  readonly options: readonly Option[]
  readonly selected?: readonly string[]
  readonly multiple?: boolean
  readonly loading?: boolean
  readonly empty: string
  /** The end of the list is near: time to bring more, where there is more. */
  readonly onMore?: (() => void) | undefined
  readonly onPick: (index: number) => void
}

/** The list under an input that `useListbox` steers. */
export function OptionList(props: OptionListProps) {
  const { label, listbox, options, selected, multiple, loading, empty, onPick, onMore } = props
  if (loading && options.length === 0) return <Skeleton rows={4} label="Loading" className={styles.loading} />
  return (
    <>
      <div
        role="listbox"
        id={listbox.listId}
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={loading || undefined}
        className={styles.list}
        // A press here must not take the focus from the input.
        onMouseDown={event => event.preventDefault()}
      >
        {grouped(options).map(group => (
          <Group key={group.label} group={group}>
            {group.options.map(({ option, index }) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant points here
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
              <div
                key={option.id}
                role="option"
                id={listbox.optionId(index)}
                aria-selected={selected ? selected.includes(option.id) : index === listbox.active}
                aria-disabled={option.disabled || undefined}
                data-active={index === listbox.active || undefined}
                className={styles.option}
                onPointerMove={() => index !== listbox.active && listbox.setActive(index)}
                onClick={() => option.disabled || onPick(index)}
              >
                {selected && <span className={styles.check}>{selected.includes(option.id) && <CheckIcon />}</span>}
                {option.leading && <span className={styles.leading}>{option.leading}</span>}
                <span className={styles.text}>
                  <bdi>{option.shown ?? option.text}</bdi>
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                </span>
                {option.trailing && <span className={styles.leading}>{option.trailing}</span>}
              </div>
            ))}
          </Group>
        ))}
      </div>
      {onMore && options.length > 0 && <End key={options.length} onReached={onMore} />}
      {options.length === 0 && (
        <p role="status" className={styles.empty}>
          {empty}
        </p>
      )}
    </>
  )
}

/** Rows before the end where the next ones are asked for. */
const ahead = '120px'

/** The element at the end, which reports when it comes into sight, by the wheel or by the arrow keys. */
function End({ onReached }: { readonly onReached: () => void }) {
  return (
    <div
      ref={node => {
        const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(), {
          root: node?.closest('[popover=manual]') ?? null,
          rootMargin: ahead,
        })
        if (node) seen.observe(node)
        return () => seen.disconnect()
      }}
    />
  )
}

function Group({ group, children }: { readonly group: OptionGroup; readonly children: React.ReactNode }) {
  const id = useId()
  if (group.label === null) return children
  if (group.label === '') return <div className={styles.group}>{children}</div>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div id={id} className={styles.heading}>
        {group.label}
      </div>
      {children}
    </div>
  )
}
