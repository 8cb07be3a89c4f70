import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchText } from '#contract/search-text.ts'
import { world } from '#test/world/world.ts'

const texts = [
  'Café für  Größe,\tÜberprüfung “hello”—x … ＡＢＣ İSTANBUL ẞ ΣΑΣ naïve\r\n x',
  'Nun\u0303ez Núñez ŁÓDŹ Þórr Ærø œuvre ﬁn ① ½',
  '버튼을 が か\u3099 登录页面 🚀launch don’t ❤️ co\u00adoperate zero\u200bwidth',
  'Йод ёлка ПРИВЕТ شَكْل مُحَمَّد آب שָׁלוֹם हिन्दी',
  'plain ASCII [x] {y} ~z~ \\n',
]

test.each(texts)('the database and the browser normalize %j alike', async text => {
  const { db } = await world()
  const { rows } = await sql<{ text: string }>`select search_text(${text}) as text`.execute(db)
  expect(rows[0]?.text).toBe(searchText(text))
})
