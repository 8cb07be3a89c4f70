import { useState } from 'react'
import { onCallLimits } from '#contract/plan/incidents/on-call-limits.ts'
import { DropZone } from '#web/ui/forms/DropZone.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './Source.module.css'

export interface ChosenFile {
  readonly name: string
  readonly text: string
}

interface FileFieldProps {
  readonly file: ChosenFile | null
  readonly onFile: (file: ChosenFile) => void
  readonly problem: string | null
}

/** The file of a calendar. */
export function FileField({ file, onFile, problem }: FileFieldProps) {
  const [unread, setUnread] = useState<string | null>(null)
  async function take([chosen]: readonly File[]) {
    if (chosen === undefined) return
    if (chosen.size > onCallLimits.calendarBytes) return setUnread(`${chosen.name} is larger than 1 MiB`)
    try {
      onFile({ name: chosen.name, text: await chosen.text() })
      setUnread(null)
    } catch {
      // The browser says no more: it was moved, or is a folder.
      setUnread(`${chosen.name} cannot be read`)
    }
  }
  return (
    <Stack gap={2}>
      <DropZone
        say="Drop a calendar file (.ics) here"
        button="Choose file"
        accept=".ics,.ical,text/calendar"
        onChosen={chosen => void take(chosen)}
        onDropped={dropped => void take([...dropped.files])}
      />
      {file !== null && (
        <p className={styles.text}>
          <bdi>{file.name}</bdi>
        </p>
      )}
      {(unread ?? problem) !== null && <Banner tone="danger">{unread ?? problem}</Banner>}
    </Stack>
  )
}
