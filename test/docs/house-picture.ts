import type { SourceFile } from './house-figures';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Sized = Pick<SourceFile, 'path' | 'lines'>;

const WIDTH = 960;
/** Pixels of a line of code: pictures of different times can be compared. */
const AREA_OF_LINE = 13;
const [HEAD, GAP] = [16, 3];
/** The darker, the longer. */
const SHADES = [
  { from: 250, fill: '#0b5a2e', text: '#fff' },
  { from: 100, fill: '#107c41', text: '#fff' },
  { from: 40, fill: '#7fbf9b', text: '#000' },
  { from: 0, fill: '#d3ebdd', text: '#000' },
];

/** A picture of src/: a field for each room, and in it one for each file, as large as the file is long. */
export function housePicture(sources: readonly Sized[], title: string): string {
  const rooms = [...new Set(sources.map(({ path }) => roomOf(path)))]
    .map((room) => ({ room, files: sources.filter(({ path }) => roomOf(path) === room) }))
    .map(({ room, files }) => ({ room, files, size: linesOf(files) }))
    .sort((a, b) => b.size - a.size);
  const height = Math.round((linesOf(sources) * AREA_OF_LINE) / WIDTH);
  const boxes = squarify(rooms, { x: 0, y: 24, width: WIDTH, height });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height + 48}" font-family="Segoe UI, sans-serif" font-size="8">
<style>rect{stroke:#fff;stroke-width:.7}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="2" y="16" font-size="13" font-weight="600">${title}</text>
${rooms.map((room, index) => roomParts(room.room, room.files, boxes[index]!)).join('\n')}
${legend(height + 40)}
</svg>
`;
}

/** Whether a picture still shows these files, each about as long as it is. */
export function isTruePicture(svg: string, sources: readonly Sized[]): boolean {
  const drawn = new Map(
    [...svg.matchAll(/<title>(\S+): (\d+) lines<\/title>/g)].map(([, path, lines]) => [path!, Number(lines)]),
  );
  return (
    drawn.size === sources.length &&
    sources.every(({ path, lines }) => Math.abs((drawn.get(path) ?? -Infinity) - lines) <= Math.max(20, lines / 4))
  );
}

const roomOf = (path: string): string => path.split('/')[0]!;
const linesOf = (files: readonly Sized[]): number => files.reduce((sum, { lines }) => sum + lines, 0);

function roomParts(room: string, files: readonly Sized[], box: Box): string {
  const [x, y] = [round(box.x + GAP), round(box.y + HEAD - 4)];
  const inner = { x: box.x, y: box.y + HEAD, width: box.width - GAP, height: box.height - HEAD - GAP };
  const sized = files.map((file) => ({ ...file, size: Math.max(file.lines, 1) })).sort((a, b) => b.size - a.size);
  const boxes = squarify(sized, inner);
  const parts = sized.map((file, index) => filePart(file, boxes[index]!));
  const said = `${room}: ${files.length} files, ${linesOf(files).toLocaleString('en')} lines`;
  const shown = said.length * 6.2 < box.width ? said : room;
  return `<text x="${x}" y="${y}" font-size="10.5" font-weight="600">${shown}</text>
${parts.join('\n')}`;
}

function filePart({ path, lines }: Sized, { x, y, width, height }: Box): string {
  const shade = SHADES.find(({ from }) => lines > from) ?? SHADES.at(-1)!;
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.tsx?$/, '');
  const room = height > 11 ? Math.floor((width - 4) / 4.7) : 0;
  const shown = name.length <= room ? name : room > 5 ? `${name.slice(0, room - 1)}…` : '';
  const label = shown && `<text x="${round(x + 2)}" y="${round(y + 9)}" fill="${shade.text}">${shown}</text>`;
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${shade.fill}"><title>${path}: ${lines} lines</title></rect>${label}`;
}

const legend = (y: number): string =>
  SHADES.map(({ from, fill }, index) => {
    const x = 2 + index * 150;
    return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${fill}"/><text x="${x + 14}" y="${y}" font-size="11">${from === 0 ? 'up to 40 lines' : `more than ${from} lines`}</text>`;
  }).join('\n');

const round = (value: number): number => Math.round(value * 10) / 10;

/** Divides a box among items by their sizes, largest first, into boxes that are as square as can be. */
function squarify(items: readonly { readonly size: number }[], whole: Box): readonly Box[] {
  const total = items.reduce((sum, { size }) => sum + size, 0);
  const scale = (whole.width * whole.height) / total;
  const boxes: Box[] = [];
  let rest = whole;
  let row: number[] = [];
  for (const { size } of items) {
    const area = size * scale;
    const side = Math.min(rest.width, rest.height);
    if (row.length > 0 && worst([...row, area], side) > worst(row, side)) {
      rest = layRow(row, rest, boxes);
      row = [];
    }
    row.push(area);
  }
  layRow(row, rest, boxes);
  return boxes;
}

/** The longest proportion of a box in a row of areas along a side. */
function worst(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  return Math.max((side * side * Math.max(...row)) / sum ** 2, sum ** 2 / (side * side * Math.min(...row)));
}

/** Lays areas along the shorter side, and returns what is left. */
function layRow(row: readonly number[], { x, y, width, height }: Box, boxes: Box[]): Box {
  const sum = row.reduce((total, area) => total + area, 0);
  const isUpright = width >= height;
  const depth = sum / (isUpright ? height : width);
  let offset = 0;
  for (const area of row) {
    const length = area / depth;
    boxes.push(
      isUpright
        ? { x, y: y + offset, width: depth, height: length }
        : { x: x + offset, y, width: length, height: depth },
    );
    offset += length;
  }
  return isUpright
    ? { x: x + depth, y, width: width - depth, height }
    : { x, y: y + depth, width, height: height - depth };
}
