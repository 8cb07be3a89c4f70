import { FilterIcon, ProjectRoadmapIcon, SortAscIcon, SortDescIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import styles from './ActivityControls.module.css'
import { filterOptions, filters, sortOptions } from './reading/activity.ts'
import type { Activity } from './reading/use-activity.ts'

/** The filter, order and timeline switch of the discussion. */
export function ActivityControls({ view, setFilter, setSort, setTimeline }: Activity) {
  const filter = filterOptions.find(option => option.value === view.filter)
  const sort = sortOptions.find(option => option.value === view.sort)
  return (
    <div className={styles.controls}>
      <Button
        variant="quiet"
        size="s"
        icon={<ProjectRoadmapIcon />}
        aria-pressed={view.isTimeline}
        className={styles.timeline}
        onClick={() => setTimeline(!view.isTimeline)}
      >
        <span className={styles.word}>Timeline</span>
      </Button>
      <Menu
        label="Filter activity"
        placement="bottom-end"
        trigger={
          <Button
            variant="quiet"
            size="s"
            icon={<FilterIcon />}
            data-active={view.filter !== filters.all || undefined}
            className={styles.filter}
          >
            <span className={styles.word}>{filter?.title}</span>
          </Button>
        }
        items={filterOptions.map(({ value, title }) => ({
          kind: 'radio',
          label: title,
          checked: view.filter === value,
          onSelect: () => setFilter(value),
        }))}
      />
      <Menu
        label="Sort"
        placement="bottom-end"
        trigger={
          <Button variant="quiet" size="s" icon={view.sort === 'oldest' ? <SortAscIcon /> : <SortDescIcon />}>
            <span className={styles.word}>{sort?.title}</span>
          </Button>
        }
        items={sortOptions.map(({ value, title }) => ({
          kind: 'radio',
          label: title,
          checked: view.sort === value,
          onSelect: () => setSort(value),
        }))}
      />
    </div>
  )
}

/** Stands in the place of the comment box while only changes are shown. @source FILTER-006 */
export function HistoryOnly({ setFilter }: Pick<Activity, 'setFilter'>) {
  return (
    <div className={styles.only} role="status">
      <p>Comments are hidden. Show all activity to add one.</p>
      <span className={styles.choices}>
        <Button size="s" onClick={() => setFilter(filters.all)}>
          Show all activity
        </Button>
        <Button size="s" onClick={() => setFilter(filters.comments)}>
          Show comments only
        </Button>
      </span>
    </div>
  )
}
