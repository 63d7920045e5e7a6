import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import { Fragment } from 'react'
import type { Block } from './legal-text.ts'

/** Shows a text in which `**…**` marks what the reader must not miss. */
function Emphasised({ text }: { text: string }) {
  return text.split('**').map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- a text that never changes
      <strong key={at}>{part}</strong>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a text that never changes
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

/** Shows one block of a text. @param label the name of a table that scrolls */
export function LegalBlock({ block, label }: { block: Block; label: string }) {
  if (typeof block === 'string')
    return (
      <p>
        <Emphasised text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ol>
        {block.list.map((item) => (
          <li key={item}>
            <Emphasised text={item} />
          </li>
        ))}
      </ol>
    )
  const { head, rows } = block.table
  return (
    <Scrolling className="legal-scroll" label={label}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join()}>
              <th scope="row">{row[0]}</th>
              {row.slice(1).map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
