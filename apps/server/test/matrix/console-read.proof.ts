import { consoleMatrix } from './console-matrix.ts'

consoleMatrix('reads')
