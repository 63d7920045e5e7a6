import { fileEndingText } from '@weft/contract'

export const zhCN = {
  drop: '将文件拖到此处，或点击选择',
  hint: (extension: string, size: string) => `仅支持 ${extension}，不超过 ${size}，一次一个文件`,
  onlyExtension: (extension: string) => fileEndingText([extension], 'zh-CN'),
  tooLarge: (size: string) => `文件大小不能超过 ${size}`,
  onlyOne: '一次只能选择一个文件',
  another: '重新选择',
  chosen: '已选文件：',
}
export const en: typeof zhCN = {
  drop: 'Drop a file here, or click to choose one',
  hint: (extension, size) => `Only ${extension}, up to ${size}, one file at a time`,
  onlyExtension: (extension) => fileEndingText([extension], 'en'),
  tooLarge: (size) => `The file must not be larger than ${size}`,
  onlyOne: 'Choose one file at a time',
  another: 'Choose another',
  chosen: 'Chosen file: ',
}
