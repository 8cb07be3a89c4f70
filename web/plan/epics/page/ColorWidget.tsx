import { PaintbrushIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { readColor } from '#contract/plan/labels/color.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { epicMessages } from '../messages.ts'
import type { EpicData } from '../shapes.ts'
import { useEpicPage } from './epic-context.ts'
import { saveEpic } from './save.ts'
import styles from './widgets.module.css'

const ColorField = onDemand(() => import('#web/plan/labels/ColorField.tsx').then(module => module.ColorField))

/** The colour by which the epic is told apart in lists. */
export function ColorWidget() {
  const { epic, permissions } = useEpicPage()
  const [chosen, setChosen] = useState(epic.color)
  const save = useSave<string, unknown, EpicData & { readonly type: string }>({
    save: (target, color, carried) => saveEpic(target, { color }, carried),
    preview: (_now, color) => ({ issuable: { color } }),
    failure: epicMessages.color,
  })
  return (
    <SidebarField
      label="Color"
      editable={permissions.canSetMetadata}
      {...save.field}
      closeLabel="Apply"
      onOpen={() => setChosen(epic.color)}
      onClose={how => {
        const color = readColor(chosen)
        if (how === 'apply' && color !== null && color !== epic.color) save.run(color)
      }}
      editorPart={ColorField}
      editor={() => (
        <div className={styles.editor}>
          <ColorField
            value={chosen}
            onValue={setChosen}
            error={readColor(chosen) === null ? epicMessages.wrongColor : null}
          />
        </div>
      )}
      icon={<PaintbrushIcon />}
      summary={<Swatch color={epic.color} />}
      foldedHint={`Color: ${epic.color}`}
    >
      <span className={styles.color}>
        <Swatch color={epic.color} /> <code>{epic.color}</code>
      </span>
    </SidebarField>
  )
}
