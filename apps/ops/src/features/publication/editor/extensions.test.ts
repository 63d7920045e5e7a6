// @vitest-environment jsdom
import { Editor } from '@tiptap/react'
import { expect, it } from 'vitest'
import { extensions } from './extensions.ts'

it('the editor accepts the pictures that the server keeps, and none from other sites', () => {
  const [file, within] = ['/download/files/0f8fad5b-d9cb-469f-a165-70867728950e/a.png', 'data:image/png;base64,iVBORw0KGgo=']
  const content = `<p>图<img src="${file}"><img src="${within}"><img src="https://example.com/a.png"><img src="x"></p>`
  const editor = new Editor({ extensions, content })
  const pictures = [...new DOMParser().parseFromString(editor.getHTML(), 'text/html').images].map((one) => one.getAttribute('src'))
  expect(pictures).toEqual([file, within])
  editor.destroy()
})
