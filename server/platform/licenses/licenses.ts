import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The facts of a license, without its text. */
export interface LicenseFacts {
  /** The identifier of SPDX, in lower case. */
  readonly key: string
  /** The name of its file in the list of SPDX, which is its identifier. */
  readonly spdxId: string
  readonly name: string
  readonly nickname: string | null
  /** Offered first. */
  readonly popular: boolean
  readonly sourceUrl: string
  readonly description: string
  /** Words of choosealicense.com, for clients. */
  readonly permissions: readonly string[]
  readonly conditions: readonly string[]
  readonly limitations: readonly string[]
}

const anyUse = ['commercial-use', 'modifications', 'distribution', 'private-use']
const anyUseAndPatents = ['commercial-use', 'modifications', 'distribution', 'patent-use', 'private-use']
const copyleft = ['include-copyright', 'document-changes', 'disclose-source', 'same-license']
const atOwnRisk = ['liability', 'warranty']

/** The licenses that are offered, the popular ones first. */
export const licenses: readonly LicenseFacts[] = [
  {
    key: 'mit',
    spdxId: 'MIT',
    name: 'MIT License',
    nickname: null,
    popular: true,
    sourceUrl: 'https://opensource.org/license/mit',
    description: 'Short and permissive. Allows almost any use as long as copyright and license notices are kept.',
    permissions: anyUse,
    conditions: ['include-copyright'],
    limitations: atOwnRisk,
  },
  {
    key: 'apache-2.0',
    spdxId: 'Apache-2.0',
    name: 'Apache License 2.0',
    nickname: null,
    popular: true,
    sourceUrl: 'https://www.apache.org/licenses/LICENSE-2.0.txt',
    description: 'Permissive, with an express grant of patent rights. Requires stating changes and keeping notices.',
    permissions: anyUseAndPatents,
    conditions: ['include-copyright', 'document-changes'],
    limitations: ['trademark-use', ...atOwnRisk],
  },
  {
    key: 'gpl-3.0',
    spdxId: 'GPL-3.0-only',
    name: 'GNU General Public License v3.0',
    nickname: 'GNU GPLv3',
    popular: true,
    sourceUrl: 'https://www.gnu.org/licenses/gpl-3.0.txt',
    description:
      'Strong copyleft. Anyone who distributes the work or a derivative must provide its source under this license.',
    permissions: anyUseAndPatents,
    conditions: copyleft,
    limitations: atOwnRisk,
  },
  {
    key: 'agpl-3.0',
    spdxId: 'AGPL-3.0-only',
    name: 'GNU Affero General Public License v3.0',
    nickname: 'GNU AGPLv3',
    popular: false,
    sourceUrl: 'https://www.gnu.org/licenses/agpl-3.0.txt',
    description: 'Like the GNU GPLv3, but users of a modified version over a network must also be offered its source.',
    permissions: anyUseAndPatents,
    conditions: [...copyleft, 'network-use-disclose'],
    limitations: atOwnRisk,
  },
  {
    key: 'bsd-2-clause',
    spdxId: 'BSD-2-Clause',
    name: 'BSD 2-Clause "Simplified" License',
    nickname: null,
    popular: false,
    sourceUrl: 'https://opensource.org/license/bsd-2-clause',
    description: 'Permissive. Source and binaries must keep the copyright notice and the disclaimer.',
    permissions: anyUse,
    conditions: ['include-copyright'],
    limitations: atOwnRisk,
  },
  {
    key: 'bsd-3-clause',
    spdxId: 'BSD-3-Clause',
    name: 'BSD 3-Clause "New" or "Revised" License',
    nickname: null,
    popular: false,
    sourceUrl: 'https://opensource.org/license/bsd-3-clause',
    description: 'Like BSD 2-Clause, but the names of the authors must not be used to promote derivatives.',
    permissions: anyUse,
    conditions: ['include-copyright'],
    limitations: atOwnRisk,
  },
  {
    key: 'bsl-1.0',
    spdxId: 'BSL-1.0',
    name: 'Boost Software License 1.0',
    nickname: null,
    popular: false,
    sourceUrl: 'https://www.boost.org/LICENSE_1_0.txt',
    description: 'Permissive. Only copies of the source, not binaries, need the license and copyright notices.',
    permissions: anyUse,
    conditions: ['include-copyright--source'],
    limitations: atOwnRisk,
  },
  {
    key: 'cc0-1.0',
    spdxId: 'CC0-1.0',
    name: 'Creative Commons Zero v1.0 Universal',
    nickname: null,
    popular: false,
    sourceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/legalcode.txt',
    description: 'Waives all copyright to the extent the law allows and dedicates the work to the public domain.',
    permissions: anyUse,
    conditions: [],
    limitations: ['liability', 'trademark-use', 'patent-use', 'warranty'],
  },
  {
    key: 'epl-2.0',
    spdxId: 'EPL-2.0',
    name: 'Eclipse Public License 2.0',
    nickname: null,
    popular: false,
    sourceUrl: 'https://www.eclipse.org/legal/epl-2.0',
    description:
      'Copyleft for the files of the work, with a grant of patent rights. Larger works can use other licenses.',
    permissions: anyUseAndPatents,
    conditions: ['disclose-source', 'include-copyright', 'same-license'],
    limitations: atOwnRisk,
  },
  {
    key: 'gpl-2.0',
    spdxId: 'GPL-2.0-only',
    name: 'GNU General Public License v2.0',
    nickname: 'GNU GPLv2',
    popular: false,
    sourceUrl: 'https://www.gnu.org/licenses/gpl-2.0.txt',
    description: 'Strong copyleft without an express grant of patent rights. Used by the Linux kernel.',
    permissions: anyUse,
    conditions: copyleft,
    limitations: atOwnRisk,
  },
  {
    key: 'lgpl-2.1',
    spdxId: 'LGPL-2.1-only',
    name: 'GNU Lesser General Public License v2.1',
    nickname: 'GNU LGPLv2.1',
    popular: false,
    sourceUrl: 'https://www.gnu.org/licenses/lgpl-2.1.txt',
    description: 'Copyleft for the library itself. Works that only link to it can use other licenses.',
    permissions: anyUse,
    conditions: ['include-copyright', 'disclose-source', 'document-changes', 'same-license--library'],
    limitations: atOwnRisk,
  },
  {
    key: 'mpl-2.0',
    spdxId: 'MPL-2.0',
    name: 'Mozilla Public License 2.0',
    nickname: null,
    popular: false,
    sourceUrl: 'https://www.mozilla.org/media/MPL/2.0/index.txt',
    description: 'Copyleft per file. Modified files stay under this license, new files can use another.',
    permissions: anyUseAndPatents,
    conditions: ['disclose-source', 'include-copyright', 'same-license--file'],
    limitations: ['liability', 'trademark-use', 'warranty'],
  },
  {
    key: 'unlicense',
    spdxId: 'Unlicense',
    name: 'The Unlicense',
    nickname: null,
    popular: false,
    sourceUrl: 'https://unlicense.org/UNLICENSE',
    description: 'No conditions. Dedicates the work to the public domain.',
    permissions: anyUse,
    conditions: [],
    limitations: atOwnRisk,
  },
]

/** The page that explains a license. */
export const licensePage = (key: string): string => `https://choosealicense.com/licenses/${key}/`

/** The text of a license as SPDX has it, with placeholders for year and name. */
export async function licenseText({ spdxId }: LicenseFacts): Promise<string> {
  const file = fileURLToPath(import.meta.resolve(`spdx-license-list/licenses/${spdxId}.json`))
  // A file of the package, whose version is pinned.
  const { licenseText: text } = JSON.parse(await readFile(file, 'utf8')) as { readonly licenseText: string }
  return `${text.trim()}\n`
}

/** The licenses whose notice of copyright is theirs to fill in; in the others placeholders belong to instructions. */
const filledIn = new Set(['mit', 'apache-2.0', 'bsd-2-clause', 'bsd-3-clause'])

/**
 * The text of a license for a work.
 *
 * @param by  who holds the copyright; without a name the placeholder stays
 */
export async function filledLicense(
  license: LicenseFacts,
  by: { readonly year: string; readonly fullname: string | undefined },
): Promise<string> {
  const text = await licenseText(license)
  if (!filledIn.has(license.key)) return text
  const withYear = text.replace(/<year>|\[yyyy\]/, () => by.year)
  const { fullname } = by
  return fullname === undefined || fullname.trim() === ''
    ? withYear
    : withYear.replace(/<copyright holders>|<owner>|\[name of copyright owner\]/, () => fullname.trim())
}
