const { createHash } = require('node:crypto');

/** Digits in groups, whatever stands around them: the parser of numbers has read it. */
const GROUPED = String.raw`/^[^\d,]*\d{1,3}((,\d{2,3})*,\d{3})?(\.\d+)?(e[-+]?\d+)?[^\d,]*$/i`;

/** "1E+21" of a number, and "1.23456789012346E+15" of one with more than 15 digits, with the decimal mark that all have. */
const asText = (number) =>
  `((value) => (Math.abs(value) >= 1e15 ? value.toExponential() : String(value)))(Number(${number}.toPrecision(15))).replace(/e[-+](?=\\d$)/, (found) => found + "0").toUpperCase().replace(".", () => /[.,]/.exec((1.5).toLocaleString(globalThis.navigator?.language)) ?? ".")`;

/** The day on which a bond pays some months before it ends: the last of a month if it ends on one. */
const COUPON_DATE = `function couponDate(maturitySerialNumber, months) {
	const date = excelSerialToDate(maturitySerialNumber);
	const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
	const lastOf = (one) => new Date(Date.UTC(year, one + 1, 0)).getUTCDate();
	const last = lastOf(month - months);
	return new Date(Date.UTC(year, month - months, day === lastOf(month) ? last : Math.min(day, last)));
}`;

/** Part of the periods of a bond after a coupon that lies between two days, each period counted as 1. */
const QUASI_COUPONS = `function quasiCoupons(from, to, lastCoupon, frequency, basis) {
	let [sum, early] = [0, lastCoupon];
	while (early < to) {
		const late = monthsLater(early, 12 / frequency);
		const [start, end] = [Math.max(from, early), Math.min(to, late)];
		if (start < end) sum += start === early && end === late ? 1 : getTwoDateDaysByBasis(start, end, basis).days / getTwoDateDaysByBasis(early, late, basis).days;
		early = late;
	}
	return sum;
}
function monthsLater(serial, months) {
	const date = excelSerialToDate(serial);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
	return excelDateSerial(new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()))));
}`;

/** Excel takes the last subtraction of a formula for 0 if its two numbers differ in their last three bits alone. */
const ZERO_AT_LAST = `function zeroAtLast(value, { node }) {
	const [last] = node.getChildren();
	if (!/^[+-]$/.test(last?.getToken()) || last.getChildren().length !== 2) return value;
	const operand = last.getChildren()[0].getValue() ?? value;
	const from = operand.isReferenceObject() ? operand.toArrayValueObject() : operand;
	const fromAt = (row, column) => !from.isArray() ? from : from.get(from.getRowCount() === 1 ? 0 : row, from.getColumnCount() === 1 ? 0 : column);
	const settled = (one, row, column) => {
		const isRest = one?.isNumber() && one.getValue() !== 0 && Math.abs(one.getValue()) < 2 ** (Math.floor(Math.log2(Math.abs(fromAt(row, column)?.getValue()))) - 49);
		return isRest ? NumberValueObject.create(0, one.getPattern()) : one;
	};
	return value.isArray() ? value.mapValue(settled) : settled(value, 0, 0);
}`;

/** A value that was calculated from single ones is one itself, and no range with it, whose texts and TRUE no sum counts. */
const ONE_OF_SINGLE = `function oneOfSingle(result, operands) {
	const isSingle = (one) => one?.isArray() ? one.getRowCount() * one.getColumnCount() === 1 : !one?.isReferenceObject() && !one?.isLambda();
	return result.isArray() && isSingle(result) && operands.every(isSingle) ? result.getFirstCell() : result;
}`;

/** Of the cells that are set, those whose contents are. */
const CONTENTS_ALONE = `const isContent = ([, cell]) => !cell || ["f", "v", "t", "p"].some((key) => cell[key] !== undefined);
		const contentsOf = (rows) => Object.fromEntries(Object.entries(rows).map(([row, cells]) => [row, Object.fromEntries(Object.entries(cells ?? {}).filter(isContent))]));
		if (params.cellValue) params = { ...params, cellValue: contentsOf(params.cellValue) };`;

/** Between two days, if each month has 30: the last day of a February counts as such a day too. */
const BOND_DAYS = `function bondDays(one, other) {
	const [start, end] = [one, other].map((serial) => excelSerialToDate(serial));
	const isEndOfFebruary = (date) => date.getUTCMonth() === 1 && lastDayOfMonth(date.getUTCFullYear(), 1, date.getUTCDate());
	const [first, last] = [start.getUTCDate(), end.getUTCDate()];
	const from = isEndOfFebruary(start) ? 30 : Math.min(30, first);
	const to = (isEndOfFebruary(start) && isEndOfFebruary(end)) || (last === 31 && first >= 30) ? 30 : last;
	const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
	return { days: Math.abs(months * 30 + to - from), yearDays: 360 };
}`;

/** Of the year that two days are apart at most, which has 366 days with a 29 February in it; undefined for more. */
const DAYS_WITHIN_YEAR = `function daysWithinYear(one, other) {
	const [start, end] = [Math.min(one, other), Math.max(one, other)].map((serial) => excelSerialToDate(serial));
	const [first, last] = [start.getUTCFullYear(), end.getUTCFullYear()];
	const inYear = (date) => date.getUTCMonth() * 31 + date.getUTCDate();
	if (last > first + 1 || (last > first && inYear(start) < inYear(end))) return undefined;
	const hasLeapDay = (day) => day.getUTCMonth() === 1 && (first === last || (start <= day && end >= day));
	return [first, last].some((year) => hasLeapDay(new Date(Date.UTC(year, 1, 29)))) ? 366 : 365;
}`;

/** A row of more than there are on any screen, behind the usual ones, in which nothing stands. */
const IS_FAR_BLANK = `function isFarBlank(worksheet, { startRow, endRow }, row) {
	return endRow - startRow > 1e5 && row > 1000 && !worksheet.getCellMatrix().getMatrix()[row];
}`;

/** The logarithm of GAMMA by Stirling's series, which is as exact as a number is from 15 on. */
const GAMMA_LOGARITHM = `function gammaln(x) {
	if (!(x > 0)) return x === 0 ? Infinity : NaN;
	let [at, product] = [x, 1];
	for (; at < 15; at++) product *= at;
	const inverse = 1 / (at * at);
	const rest = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / at;
	return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + rest - Math.log(product);
}`;

/** Cells that have changed: all of a range, or those of a matrix. */
const CHANGED_RANGE = `class ChangedRange {
	constructor({ startRow, endRow, startColumn, endColumn }) {
		this.range = { startRow, endRow, startColumn, endColumn };
	}
	getData() {
		return this;
	}
	getMatrix() {
		return this;
	}
}
function hasCellIn(cells, { startRow, endRow, startColumn, endColumn }) {
	if (cells instanceof ChangedRange) {
		const { range } = cells;
		return range.startRow <= endRow && range.endRow >= startRow && range.startColumn <= endColumn && range.endColumn >= startColumn;
	}
	for (let row = startRow; row <= endRow; row++) for (let column = startColumn; cells[row] && column <= endColumn; column++) if (column in cells[row]) return true;
	return false;
}`;

/** From one of many probabilities on, until the next ones are too small to count, each by its ratio to the one before. */
const REST_OF_SUM = `function restOfSum(first, at, step, ratio) {
	let sum = 0;
	for (let [term, i] = [first, at]; term > sum * 1e-17; i += step) {
		sum += term;
		term *= ratio(i);
	}
	return sum;
}`;

/** The week to whose year its Thursday belongs. */
const ISO_WEEK = `function isoWeek(serial) {
	const date = excelSerialToDate(Math.floor(serial));
	const thursday = date.getTime() + (4 - (date.getUTCDay() || 7)) * 864e5;
	return NumberValueObject.create(1 + Math.floor((thursday - Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)) / 6048e5));
}`;

/**
 * Excel takes back 100 steps. Of those that a large workbook keeps for inserted rows, each with all of its formulas, no
 * more than the engine's own 20 have room.
 */
const UNDO_STEPS = `const STACK_CAPACITY = 100;
const weights = new WeakMap();
function weightOf(step) {
	let weight = weights.get(step) ?? 0;
	for (const open = weight > 0 ? [] : [step]; weight < 5e4 && open.length > 0;) {
		const inner = Object.values(open.pop());
		weight += inner.length;
		for (const one of inner) if (one !== null && typeof one === "object") open.push(one);
	}
	weights.set(step, weight);
	return weight;
}
const areTooMany = (steps) => steps.length > STACK_CAPACITY || (steps.length > 20 && steps.slice(0, -1).reduce((sum, step) => sum + weightOf(step), 0) > 1e6);`;

/** Whether a text is a reference to cells, to whole columns or to whole rows of the grid. */
const IS_REFERENCE = String.raw`function isReference(text) {
	const corners = text.replace(/^[^]*!/, "").split(":").map((corner) => /^\s*\$?([A-Z]{1,3})?\$?([1-9]\d{0,6})?\s*$/i.exec(corner) ?? []);
	const isInside = ([, column = "", row = "0"]) => column.padStart(3, " ").toUpperCase() <= "XFD" && Number(row) <= 2 ** 20;
	const [shape, ...others] = corners.map(([, column, row]) => (column ? "C" : "") + (row ? "R" : ""));
	return corners.every(isInside) && (others.length === 0 ? shape === "CR" : shape !== "" && others.join() === shape);
}`;

/** From dates that are months apart, on the same day or the last of each: the one that follows after some more. */
const MONTH_SERIES = `function monthSeries(days) {
	const dates = days.map((day) => new Date((day - 25569) * 864e5));
	const [first, second] = dates.map((date) => date.getUTCFullYear() * 12 + date.getUTCMonth());
	const onDay = (month, day) => Date.UTC(2000, month - 24000, day) / 864e5 + 25569;
	const lastDay = (month) => onDay(month + 1, 0);
	const sameDay = (month) => Math.min(onDay(month, dates[0].getUTCDate()), lastDay(month));
	const after = [lastDay, sameDay].find((dayIn) => days.every((day, index) => day === dayIn(first + index * (second - first))));
	return second !== first && after ? (more) => after(first + (days.length - 1 + more) * (second - first)) : undefined;
}`;

/**
 * The cells of some columns that were read in a calculation, by row: where values stand among them, and what was added up
 * from a row on, so that a range that ends later goes on from there. The arrays of ranges show some of these rows.
 */
const READ_CELLS = `class ReadCells {
	totals = new Map();
	places = new Map();
	noted = 0;
	inFirst = 0;
	constructor(rows = []) {
		this.rows = rows;
		this.read = [...rows.keys()];
	}
	placesOf(value) {
		for (; this.noted < this.read.length; this.noted++) {
			const row = this.read[this.noted];
			this.rows[row]?.forEach((one, column, { length }) => one && this.note(one, row * length + column));
		}
		return this.places.get(keyOf(value)) ?? [];
	}
	firstColumn() {
		this.first ??= new ReadCells();
		for (; this.inFirst < this.read.length; this.inFirst++) {
			const row = this.read[this.inFirst];
			this.first.rows[row] = [this.rows[row]?.[0]];
			this.first.read.push(row);
		}
		return this.first;
	}
	note(one, place) {
		// A text that looks like a number meets the criterion of that number, too.
		const number = one.isString() && /\\d/.test(one.getValue()) ? one.convertToNumberObjectValue() : undefined;
		for (const key of number?.isNumber() ? [keyOf(one), keyOf(number)] : [keyOf(one)]) {
			const places = this.places.get(key);
			if (!places) this.places.set(key, [place]);
			else places.splice(places.at(-1) < place ? places.length : indexIn(places, place), 0, place);
		}
	}
	totalOf(array, name) {
		const key = name + array._firstRow;
		const [number, add] = TOTALS[name];
		if (!(this.totals.get(key)?.rows <= array._rowCount)) this.totals.set(key, { rows: 0, number });
		const total = this.totals.get(key);
		for (; total.rows < array._rowCount && !total.one?.isError(); total.rows++) for (let column = 0; column < array._columnCount; column++) {
			const one = array.get(total.rows, column);
			if (!one || total.one?.isError()) continue;
			if (name === "countA" ? !one.isNull() : one.isNumber()) add(total, one.getValue(), one);
			else if (one.isError() && name !== "count") total.one = one;
		}
		if (total.one) return total.one;
		return name === "sum" && !Number.isFinite(total.number) ? ErrorValueObject.create("#NUM!") : NumberValueObject.create(total.number);
	}
}
const TOTALS = {
	sum: [0, (total, number) => (total.number += number)],
	max: [-Infinity, (total, number, one) => number > total.number && Object.assign(total, { number, one })],
	min: [Infinity, (total, number, one) => number < total.number && Object.assign(total, { number, one })],
	count: [0, (total) => total.number++],
	countA: [0, (total) => total.number++],
};
// Equal values have the same, others hardly ever: dates are compared with eight decimals.
function keyOf(one) {
	const value = one.getValue();
	return one.isNumber() ? Math.round(value * 1e8) : one.isString() ? value.toLocaleLowerCase() : one.isBoolean() ? value : undefined;
}
// The index of the first of some numbers in order that is not less than another.
function indexIn(numbers, number) {
	let [start, end] = [0, numbers.length];
	while (start < end) {
		const middle = (start + end) >> 1;
		if (numbers[middle] < number) start = middle + 1;
		else end = middle;
	}
	return start;
}`;

/** An array that is TRUE at some places of another one, in order, and FALSE elsewhere: each is the row times the width, plus the column. */
const PLACES = `class Places extends ArrayValueObject {
	constructor(array, places) {
		const [rowCount, columnCount] = [array.getRowCount(), array.getColumnCount()];
		super({ calculateValueList: [], rowCount, columnCount, unitId: "", sheetId: "", row: -1, column: -1 });
		this.places = places;
	}
	// Those at which a value of another array of this size passes a test.
	where(array, test) {
		const values = this.picked(array);
		return new Places(this, this.places.filter((_, index) => test(values[index])));
	}
	picked(array) {
		return this.places.map((place) => array.get(Math.floor(place / this._columnCount), place % this._columnCount));
	}
	get(row, column) {
		this.known ??= new Set(this.places);
		return BooleanValueObject.create(this.known.has(row * this._columnCount + column));
	}
	// Visits these places alone.
	iterator(visit) {
		this.places.every((place) => visit(BooleanValueObject.create(true), Math.floor(place / this._columnCount), place % this._columnCount) !== false);
	}
	iteratorReverse(visit) {
		new Places(this, this.places.toReversed()).iterator(visit);
	}
}`;

/** Where cells meet a criterion such as 5, "a" or ">5"; undefined for others, such as "a*", which each cell is asked. */
const PLACES_MEETING = `function placesMeeting(array, criterion) {
	if (!array.isArray() || array.getRowCount() * array.getColumnCount() < 32) return;
	const [operator, value] = findCompareToken(String(criterion.getValue()));
	const [places, width, number] = [[], array.getColumnCount(), value.getValue()];
	const compare = { "<": (one) => one < number, "<=": (one) => one <= number, ">": (one) => one > number, ">=": (one) => one >= number }[operator];
	if (compare && value.isNumber() && value.getPattern() === "") {
		array.iterator((one, row, column) => {
			if (one?.isNumber() && compare(one.getValue())) places.push(row * width + column);
		});
		return new Places(array, places);
	}
	const isPlain = value.isString() ? !/^$|[*?~]/.test(value.getValue()) && !value.convertToNumberObjectValue().isNumber() : value.isNumber() || value.isBoolean();
	const alone = (one) => createNewArray([[one]], 1, 1);
	if (operator === "=" && isPlain) return array.placesOf(value, (one) => filterSameValueObjectResult(valueObjectCompare(alone(one), criterion), alone(one), criterion).get(0, 0).getValue());
}`;

const TRIGGER = '"formula.mutation.set-trigger-formula-calculation-start"';

/** A text that the number format shows otherwise, unless it is an error. */
const TEXTS_BY_FORMAT = `if (cell.t === CellValueType.STRING || cell.t === CellValueType.FORCE_STRING || checkCellValueType(cell.v, cell.t) !== CellValueType.NUMBER) {
  const { pattern } = numfmtValue;
  if (!/;.*;.*;/.test(pattern) || /^#\\S+[!?A]$/.test(cell.v)) return next(cell);
  return next({ ...cell, v: numfmt.format(pattern, String(cell.v), { throws: false }) });
}`;

/** "Jan:Dec!B5" when a sheet is renamed or deleted; undefined if that is none of the two. */
const ACROSS_SHEETS = `function acrossSheets(token, workbook, { type, sheetId, sheetName }) {
	const end = token.lastIndexOf("!");
	const names = token.slice(0, end).replace(/^'|'$/g, "").replaceAll("''", "'").split(":");
	if ((type !== 11 && type !== 12) || names.length !== 2) return;
	const sheets = workbook.getSheets().map((one) => ({ id: one.getSheetId(), name: one.getName() }));
	const places = names.map((name) => sheets.findIndex((one) => one.name.toUpperCase() === name.toUpperCase()));
	const side = places.findIndex((place) => sheets[place]?.id === sheetId);
	if (side < 0) return;
	const [own, other] = [places[side], places[1 - side]];
	if (type === 12 && own === other) return "#REF!";
	names[side] = type === 11 ? sheetName : sheets[own + Math.sign(other - own)].name;
	return "'" + names.join(":").replaceAll("'", "''") + "'" + token.slice(end);
}`;

/**
 * A range of which all first or last rows or columns move along it, but not beyond its other end, and whole rows or columns;
 * undefined for another move.
 */
const MOVED_EDGE = `function withMovedEdge(range, from, to) {
	const side = checkMoveEdge(range, from);
	if (side === 4 && range.rangeType && range.rangeType === from.rangeType) {
		const [down, aside] = [to.startRow - from.startRow, to.startColumn - from.startColumn];
		return { ...range, startRow: range.startRow + down, endRow: range.endRow + down, startColumn: range.startColumn + aside, endColumn: range.endColumn + aside };
	}
	const [start, end, across] = side < 2 ? ["startRow", "endRow", "startColumn"] : ["startColumn", "endColumn", "startRow"];
	const by = to[start] - from[start];
	if (side === null || side === 4 || !by || to[across] - from[across]) return;
	if (side % 2 === 0) return from[end] + by > range[end] ? undefined : { ...range, [start]: Math.min(from[end] + 1, range[start] + by) };
	return from[start] + by < range[start] ? undefined : { ...range, [end]: Math.max(from[start] - 1, range[end] + by) };
}`;

/** Of a range whose first or last lines are moved along it or out of it, Excel keeps the others. */
const MOVED_LINES = `const handleBaseMoveRowsCols = ({ start, end }, toRange, { start: first, end: last }) => {
	const count = end - start + 1;
	const place = toRange.start > start ? toRange.start - count : toRange.start;
	const isMoved = (line) => line >= start && line <= end;
	const lineAfter = (line) => {
		if (isMoved(line)) return line - start + place;
		const left = line > end ? line - count : line;
		return left >= place ? left + count : left;
	};
	const losesFirst = isMoved(first) && !isMoved(last) && toRange.start > end;
	const losesLast = isMoved(last) && !isMoved(first) && toRange.start <= start;
	const step = lineAfter(losesFirst ? end + 1 : first) - first;
	return { step, length: lineAfter(losesLast ? start - 1 : last) - last - step };
};`;

/** Each name of LET and LAMBDA means the innermost one that is so called. */
const LAMBDA_NAMES = `function updateLambdaStatement(part, lambdaId, names, hidden = new Set()) {
	const children = part.getChildren();
	const word = part.getToken().trim().toUpperCase();
	const isCalled = isFirstChildParameter(children[0]);
	// Most words give no names.
	const within = word === "LAMBDA" || word === "LET" ? new Set(hidden) : hidden;
	const hide = (one) => within.add(String(one.getChildren()[0]).trim().replace(/^\\[(.*)\\]$/, "$1"));
	if (word === "LAMBDA") children.slice(isCalled ? 1 : 0, -1).forEach(hide);
	children.forEach((one, place) => {
		const isLast = place === children.length - 1;
		if (word === "LAMBDA" && !isLast && !(isCalled && place === 0)) return;
		if (word === "LET" && !isLast && place % 2 === 0) return;
		if (word === "LET" && place > 0 && !isLast) {
			updateLambdaStatement(one, lambdaId, names, within);
			hide(children[place - 1]);
		} else if (one instanceof LexerNode) updateLambdaStatement(one, lambdaId, names, isCalled && place === 0 ? hidden : within);
		else if (names.has(one.trim()) && !hidden.has(one.trim())) {
			const parameter = new LexerNode();
			parameter.setToken(DEFAULT_TOKEN_TYPE_LAMBDA_RUNTIME_PARAMETER);
			parameter.setLambdaId(lambdaId);
			parameter.setLambdaPrivacyVar(names);
			parameter.setLambdaParameter(one.trim());
			children[place] = parameter;
		}
	});
}
`;

/** A large picture becomes a file of its own. */
function pictureFile(_, type, text) {
  const content = Buffer.from(text, 'base64');
  const name = `picture.${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${type}`;
  this.emitFile(name, content);
  return JSON.stringify(name);
}

/**
 * What the page's build changes in the engine's own source: what stands there, and what stands there instead. Each comment
 * says what the engine does by itself. A row can go when test/unit/workbench/univer-patches/source-changes.test.ts says that
 * the engine has no such text any more, or that it reads what it did not.
 */
const CHANGES = [
  // TRUE and FALSE are copied as 1 and 0, which other programs take for numbers.
  [
    /if \((isNotNullOrUndefined\(cell\.displayV\)\) return cell\.displayV;)/,
    'if (cell.t !== CellValueType.BOOLEAN && $1',
  ],

  // TODAY, NOW and DATE are shown as 2026/11/28, beside dates of our functions as 2026-11-28.
  [/"yyyy\/mm\/dd(?:;@|( hh:mm))"/g, '"yyyy-mm-dd$1"'],

  // "(3,000,000)", "-$1,000", "1,250%" and India's "1,00,000" are texts, which sums leave out, though they are numbers
  // without commas, and so is Denmark's "5 kr.".
  [String.raw`/^-?\d{1,3}(,\d{3})*(\.\d+)?$/`, () => GROUPED],
  ['if (/[.,]$/.test(value)) return null;', 'if (/\\d[.,]$/.test(value)) return null;'],

  // "12,5%" is 125 % and "1,5E3" is 15,000, though "12,5" stays a text: the comma is a decimal one.
  ['if (z.includes("#,##0"))', 'if (/#,##0|^0[^ymdhs]*$/i.test(z))'],

  // Of cells that get a formula together, the first alone has it, and the others its name: #REF! where it is beyond an edge
  // for the first, constants once cells are moved over that, empty when they are copied over themselves. Here each has its own.
  [/let formulaId = formulaIdMap\.get\((?:index|dataIndex)\);/g, 'let formulaId;'],
  [/(valueObject|d)\.si = formulaId;/g, '$1.si = null;'],
  ['f: formula,\n\t\t\t\tsi: formulaId', 'f: formula'],
  [
    'cellMatrix.setValue(i, j, { si: formulaId });',
    'cellMatrix.setValue(i, j, { f: accessor.get(LexerTreeBuilder).moveFormulaRefOffset(formula, j - column, i - row) });',
  ],

  // Of several cells that are filled to the left the formulas refer to others, and up (0) or to the left (3) their order is
  // another one, as if they began at the far end.
  [
    'const dataIndex = (i - 1) % data.length;\n\t\t\tconst sourceIndex',
    `const isBack = direction === 0 || direction === 3;
			const turn = Math.floor((isBack ? len - i : i - 1) / data.length);
			const dataIndex = isBack ? data.length - 1 - (len - i) % data.length : (i - 1) % data.length;
			const sourceIndex`,
  ],
  [
    'const { offsetX, offsetY } = directionToOffset(step, len, direction, location, sourceIndex);',
    `const isVertical = direction % 2 === 0;
						const [to, from] = [location.target, location.source].map((one) => isVertical ? one.rows : one.cols);
						const offset = to[sourceIndex + (isBack ? to.length - step * (turn + 1) : step * turn)] - from[sourceIndex];
						const [offsetX, offsetY] = isVertical ? [0, offset] : [offset, 0];`,
  ],
  [
    'const s = getLenS(copySquad.index, rsd);',
    `const isBack = direction === 0 || direction === 3;
				const index = isBack ? copySquad.index.map((one) => csLen - 1 - one).reverse() : copySquad.index;
				const s = getLenS(index, rsd);`,
  ],
  [
    'const arrIndex = getDataIndex(csLen, asLen, copySquad.index);',
    `const arrIndex = [];
				getDataIndex(csLen, asLen, index).forEach((place, from) => arrIndex[isBack ? asLen - 1 - from : from] = isBack ? len - 1 - place : place);`,
  ],
  [
    /isReverse && data\.reverse\(\);(?=\s+(?:if \(customApplyFunctions|return fillCopy))/g,
    'const back = (filled) => isReverse ? filled([...data].reverse()).reverse() : filled(data);',
  ],
  [/return fillCopy\(data, len\);/g, 'return back((all) => fillCopy(all, len));'],
  [
    'return fillCopyStyles(data, len);',
    'return isReverse ? fillCopyStyles([...data].reverse(), len).reverse() : fillCopyStyles(data, len);',
  ],

  // A number of 18 characters or beyond 2^53 is a text, which sums leave out: 507.57142857142856.
  ['return Number(str) > Number.MAX_SAFE_INTEGER || str.length >= 18;', 'return false;'],

  // Beside a number that is a text stand the names of texts that the engine has elsewhere.
  [/"sheets-ui\.info\.(error|forceStringInfo)"/g, '"sheets-numfmt-ui.info.$1"'],

  // A number is edited with 12 digits, or as its format shows it (edited-values).
  ['if (numfmtCell) switch (getPatternType(numfmtCell.pattern)) {', 'switch (undefined) {'],

  // "12%" that is typed over =10% is shown as 0.12: the format of a formula's result goes with it.
  [
    /getPatternType\(numfmtInfo\.z\) !== .*getPatternType\(currentNumfmtValue\.pattern\)/,
    'originCell?.custom?.result === currentNumfmtValue.pattern || $&',
  ],

  // Numbers in texts of formulas, and in what another program copies, are read in English alone.
  [
    'const getNumfmtParseValueFilter = (value) => {',
    'const getNumfmtParseValueFilter = (text, isOfUser) => {\n\tconst value = isOfUser ? numfmt.inEnglish(text) : text;',
  ],
  [/(getNumfmtParseValueFilter\)?\((?:_input|cellText))\)/g, '$1, true)'],

  // The engine remembers which texts are numbers, but not which are none: it read "10-K" again for each criterion, in the
  // model of filings three quarters of the time.
  [
    'if (cacheValue) return {\n\t\tisNumberPattern: true,',
    'if (cacheValue) return {\n\t\tisNumberPattern: cacheValue.isNumber !== false,',
  ],
  ['\treturn { isNumberPattern: false };', '\tstringToNumberPatternCache.set(_input, { isNumber: false });\n$&'],

  // Excel copies the formats of some cells by name, such as Percent: nothing was pasted.
  [/numfmt\.format\(pattern, (parseData\.v|extractedNumber)\)/g, 'numfmt.format(pattern, $1, { throws: false })'],

  // The panel of filters shows the numbers of its conditions in English.
  [
    /(CustomFilter\.val)\.to(?:Locale)?String\(\)/g,
    '$1.toLocaleString(navigator.language, { useGrouping: false, maximumSignificantDigits: 17 })',
  ],

  // Its list of values has only numbers as English writes them in their order.
  [
    'function compare(strA, strB) {',
    `$&
	[strA, strB] = [strA, strB].map((text) => (numfmt.inEnglish(text) === text ? text : numfmt.inEnglish(text).replaceAll("'", "")));`,
  ],

  // The fourth section of a number format, for texts, is not read, and a section that shows nothing shows the number.
  ['if (checkCellValueType(cell.v, cell.t) !== CellValueType.NUMBER) return next(cell);', TEXTS_BY_FORMAT],
  ['if (!numfmtRes) return next(cell);', 'if (!numfmtRes && !numfmtValue.pattern.includes(";")) return next(cell);'],

  // Texts become numbers when their cells are General again: "007" is 7, and is so after undo.
  [/const type = checkCellValueType\(cell\.v\);/g, 'const type = cell.t ?? checkCellValueType(cell.v);'],

  // A step that moves cells has them in common with the sheet: what is typed into them later comes with it when it is redone.
  [/else (from|to)CellMatrix\.setValue\(row, col, newVal\);/g, 'else $1CellMatrix.setValue(row, col, { ...newVal });'],

  // "0x1F" is 31, and "1E400" a number beyond all others.
  ['return !isNaN(Number(trimmedVal));', 'return Number.isFinite(Number(trimmedVal)) && !/^0[xob]/i.test(trimmedVal);'],

  // Pictures of empty lists and of kinds of lists in documents come along as text. A small one is quicker where it is.
  [/"data:image\/(png|jpeg);base64,([\w+/]{4000,}=*)"/g, pictureFile],

  // The hyphens of 78 languages are a quarter of what is kept for visits without a network, and two are read before
  // anything is drawn. No cell hyphenates: the language of a text is unknown (unused-packages).
  [/^const EnUs = \[\n(?:\t.*\n)+\];$/m, 'const EnUs = ["", "{}"];'],
  [/import\("\.\/[a-z]{2,3}-[\w-]+\.js"\)/g, 'undefined'],

  // Each character of a text is looked at with all that follows it: texts of 32,767 characters stopped the page for minutes.
  ['segmenter.segment(text)', 'segmenter.segment(text.slice(0, 200))'],

  // It waits 100 ms for more that may change, even if it is told to calculate, as if that were a key that others follow:
  // cells that wait for answers are calculated twice at least.
  // What changes while others are calculated was forgotten (kept-changes).
  [
    /(const dirtyData = this\._generateDirty\([^]*?this\._waitingCommandQueue = \[\];)(\s+\}, )100\)/,
    `if (this.calculate) this.calculate(this._generateDirty(this._waitingCommandQueue.splice(0)));
				else {
					$1
				}$2command.id === ${TRIGGER} ? 0 : 100)`,
  ],

  // Two quotes within a text are counted as one. Behind them names and cells were taken from wrong places of a typed formula,
  // no cell could be picked there, a copied formula lost a quote, and `="a""""b"` had one of two.
  [
    /if \(nextCurrentString && nextCurrentString === "\\""\) cur\+\+;/,
    'if (nextCurrentString === "\\"") {\n this._pushSegment(currentString);\n this._addSequenceArray(sequenceArray, currentString, cur++);\n }',
  ],

  // A number in a formula is a text unless it is written as JavaScript writes it: `=IF(A1>2.50,…)` was never true, and SUM
  // counted nothing of `{1.50;2.50}`. Texts are only matched so that no number is found in them.
  [
    'return new ValueNode(param);',
    'return new ValueNode(param.replace(/"(?:[^"]|"")*"|(?:\\d+\\.?\\d*|\\.\\d+)(?:E[+-]?\\d+)?/gi, (part) => part[0] === "\\"" ? part : String(Number(part))));',
  ],

  // An array of constants behind an operator is refused if a value stands before: `=1+{1,2}`, `="A"&{1;2}`.
  [
    /(getChildren\(\)\.length === 0\) return true;\s+const node = )this\._currentLexerNode\.getChildren\(\)\[0\];/,
    '$1[this._currentLexerNode.getChildren().at(-1)].map((last) => last.trim?.() ?? last)[0];',
  ],

  // A line end within a text of a formula is a blank.
  [
    'formulaStringRaw.replace(/\\r\\n$|\\r|\\n/g, " ")',
    'formulaStringRaw.replace(/"(?:[^"]|"")*"|\\r\\n$|\\r|\\n/g, (found) => found[0] === "\\"" ? found : " ")',
  ],

  // A text in an array of constants that looks like a number with a format is one, such as {"10%"}.
  ['row.push(ValueObjectFactory.create(cellRaw));', 'row.push(ValueObjectFactory.create(cellRaw, true));'],

  // A number becomes a text of 16 digits by &, such as "1e+21"; for LEN and LEFT it has 12, or looks as its cell does. CONCAT(TRUE)
  // is "true", and CONCAT leaves out an error. DOLLAR ends with a blank.
  [
    'let textValue = textValueObject === null || textValueObject === void 0 ? void 0 : textValueObject.getValue();\n\t\t\tif (resultValueObject',
    `let textValue = textValueObject?.getValue();\nif (typeof textValue === "number") textValue = ${asText('textValue')};\n\t\t\tif (resultValueObject`,
  ],
  [
    /concatenatedString \+= (textValue|valueObject)\.getValue\(\);/g,
    `concatenatedString += $1.isNumber() ? ${asText('$1.getValue()')} : $1.isBoolean() ? String($1.getValue()).toUpperCase() : $1.getValue();`,
  ],
  [
    /if \(text\.isNumber\(\)\) if \(text\.getPattern\(\) !== ""\) textValue = [^;]+;\s+else textValue = [^;]+;/,
    `if (text.isNumber()) textValue = ${asText('(+text.getValue())')};`,
  ],
  [
    /else if \(!textValue\.isError\(\) && (!textValue\.isNull\(\)\) concatenatedString)/,
    'else if (textValue.isError()) return textValue;\nelse if ($1',
  ],
  [/numfmt\.format\(getCurrencyFormat\(locale, numberDigits\), number\)/, '$&.trimEnd()'],

  // GAMMA and what depends on it, such as T.DIST, have 8 digits. CONVERT rounds temperatures.
  ['let xden = 0;', 'let xden = 1;'],
  ['result = +result.toFixed(2);', ''],

  // CONVERT knows no square metres, so that no area becomes any, no psi, atm and Torr, makes 1.6 J of an electronvolt, 1 T of
  // a gauss, and 1/72 inch of the pica that has 1/6.
  [/"m\?",\s+null,(?=\s+"area")/, '"m2", ["m^2"],'],
  [
    /"Pa",\s+null,/,
    '"psi", null, "pressure", false, true, 6894.75729316836],\n["", "atm", ["at"], "pressure", false, true, 101325],\n["", "Torr", null, "pressure", false, true, 101325 / 760],\n["", "Pa", ["p"],',
  ],
  [/1\.60217656514141\b/, '$&e-19'],
  [/(\["ga"\],\s+"magnetic_flux_density",\s+false,\s+true,\s+)1/, '$1.0001'],
  [/\.000(35277777777778)(\s[^]+?)\.(00423333333333333)/, '.$3$2.000$1'],

  // T.DIST, F.DIST, BETA.DIST and their inverses have 10 digits, so that Excel's values in a file count as others.
  [/function gammaln\(x\) \{[^]+?\n\}/, GAMMA_LOGARITHM],
  [
    /(?<=function betaContinuedFraction\([^{]*\{\s+const MAX_ITER = )100;(\s+const EPSILON = )1e-8;/,
    (_, between) => `1000;${between}3e-16;`,
  ],

  // BINOM.DIST of some hundred successes is #NUM!, and POISSON.DIST above 170 is 0. Of millions they calculate for hours,
  // and BINOM.INV of thousands for minutes, in which the page answers nobody. Here they add what counts alone.
  ['function binomialCDF(', `${REST_OF_SUM}\n$&`],
  [
    'for (let i = 0; i <= x; i++) result += binomialPDF(i, trials, probability);',
    `if (x > 1e3 && x <= trials * probability) return restOfSum(binomialPDF(x, trials, probability), x, -1, (i) => i / (trials - i + 1) * (1 - probability) / probability);
	if (x > 1e3) return 1 - restOfSum(binomialPDF(x + 1, trials, probability), x + 1, 1, (i) => (trials - i) / (i + 1) * probability / (1 - probability));
	$&`,
  ],
  [
    'return calculateCombin(trials, x) * probability ** x * (1 - probability) ** (trials - x);',
    `const share = probability ** x * (1 - probability) ** (trials - x);
	const ways = share < 1e-300 ? Infinity : calculateCombin(trials, x);
	return Number.isFinite(ways) ? ways * share : Math.exp(gammaln(trials + 1) - gammaln(x + 1) - gammaln(trials - x + 1) + x * Math.log(probability) + (trials - x) * Math.log1p(-probability));`,
  ],
  [
    /while \(result <= trialsValue\) \{\s+if \(binomialCDF\(result, trialsValue, probabilitySValue\) >= alphaValue\) break;\s+result\+\+;\s+\}/,
    `result = trialsValue;
		for (let [below, next] = [-1, 0]; result - below > 1; next = Math.floor((below + result) / 2)) {
			if (next === below || next === result) break;
			if (binomialCDF(next, trialsValue, probabilitySValue) >= alphaValue) result = next;
			else below = next;
		}`,
  ],
  [
    'for (let i = numberSValue; i <= numberS2Value; i++) result += binomialPDF(i, trialsValue, probabilitySValue);',
    `if (numberS2Value - numberSValue > 1e3) result = binomialCDF(numberS2Value, trialsValue, probabilitySValue) - binomialCDF(numberSValue - 1, trialsValue, probabilitySValue);
		else $&`,
  ],
  [
    'for (let i = 0; i <= numberF; i++) result += negbinomialPDF(i, numberS, probabilityS);',
    `if (numberF > 1e3 && numberF <= numberS * (1 - probabilityS) / probabilityS) return restOfSum(negbinomialPDF(numberF, numberS, probabilityS), numberF, -1, (i) => i / (i + numberS - 1) / (1 - probabilityS));
	if (numberF > 1e3) return 1 - restOfSum(negbinomialPDF(numberF + 1, numberS, probabilityS), numberF + 1, 1, (i) => (i + numberS) / (i + 1) * (1 - probabilityS));
	$&`,
  ],
  [
    'return calculateCombin(numberF + numberS - 1, numberS - 1) * probabilityS ** numberS * (1 - probabilityS) ** numberF;',
    'return numberS / (numberF + numberS) * binomialPDF(numberS, numberF + numberS, probabilityS);',
  ],
  [
    'for (let i = 0; i <= x; i++) result += poissonPDF(i, mean);',
    `if (x > 170 && x <= mean) return restOfSum(poissonPDF(x, mean), x, -1, (i) => i / mean);
	if (x > 170) return 1 - restOfSum(poissonPDF(x + 1, mean), x + 1, 1, (i) => mean / (i + 1));
	$&`,
  ],
  [
    'return Math.exp(-mean) * mean ** x / calculateFactorial(x);',
    'return x > 100 || mean > 100 ? Math.exp(x * Math.log(mean) - mean - gammaln(x + 1)) : Math.exp(-mean) * mean ** x / calculateFactorial(x);',
  ],

  // STDEV and VAR of one number are 0. `TRUNC(-7,1)` is -6.9. MAXIFS and MINIFS of nothing are a text.
  [
    /(?=const \{[^}]+\} = this;\s+return ArrayValueObject\.create\(\{\s+calculateValueList: squaredDiff)/,
    'if (squaredDifferences[0].length <= ddof) return ErrorValueObject.create("#DIV/0!");\n',
  ],
  [
    'Math.trunc(multiply(numberValue, factor) + epsilon)',
    'Math.trunc(multiply(numberValue, factor) + Math.sign(numberValue) * epsilon)',
  ],
  [/(picked\.getColumnCount\(\) === 0\) result = )ArrayValueObject\.create\("0"\)/g, '$1NumberValueObject.create(0)'],

  // A number whose cell shows it as a text, such as in a column of another program's file, is a text that no sum counts.
  [/if \(.*isTextFormat\)?\(pattern\)\) return StringValueObject\.create\(value\.toString\(\)\);/, ''],

  // TEXT(TRUE,…) is no text, TEXT(5,"") is "5", and TEXT(A1,"@") of the text "007" is "7".
  [
    /if \(textValue\.isString\(\)\) if \(/,
    'if (textValue.isString() && formatTextValue.getValue() === "@") return textValue;\n$&',
  ],
  [
    'if (textValue.isBoolean()) return textValue;',
    'if (textValue.isBoolean()) return StringValueObject.create(textValue.getValue() ? "TRUE" : "FALSE");',
  ],
  [
    'const previewText = getFormatPreview(formatTextValueString, textValueNumber);',
    'const previewText = formatTextValueString === "" && typeof textValueNumber === "number" ? "" : getFormatPreview(formatTextValueString, textValueNumber);',
  ],

  // AGGREGATE counts the errors that it is told to leave out, and leaves out filtered rows that it is told to count.
  [/(var Aggregate = class extends BaseFunction \{[^}]*?"needsFilteredOutRows", )true/, '$1false'],
  [
    '!valueObject.isNull()) counta++;',
    '!valueObject.isNull() && !(ignoreErrorValues && valueObject.isError())) counta++;',
  ],

  // IFS is the first error of all that it may choose, as of `=IFS(A1=0,0,TRUE,1/A1)`; it and SWITCH find nothing where they choose
  // a blank cell; SWITCH takes the text "1" for the number, and a blank case for nothing.
  ['for (let i = 0; i < params.length; i++) if (params[i].isError()) return params[i];', ''],
  [/\b(result(?:Value)?)\.isNull\(\) \? ErrorValueObject\.create\("#N\/A"\) : \1;/g, '$1;'],
  [/\bdefault(?:Cell)?Value\.isNull\(\) \? (?=ErrorValueObject\.create\("#N\/A"\) : default)/g, '!hasDefault ? '],
  [
    /`\$\{(expression|expValue)\.getValue\(\)\}`\.toLocaleLowerCase\(\) === `\$\{switchValue\.getValue\(\)\}`\.toLocaleLowerCase\(\)/g,
    '(switchValue.isNull() ? switchValue.isEqual($1) : $1.isEqual(switchValue)).getValue() === true',
  ],
  [/if \(switchValue\.isNull\(\)\) continue;/g, ''],

  // TRUE is the same as each text and number, and an empty text another than a blank cell: `=IF(A1<>"",…)` took TRUE for one.
  [
    'this.compareBy(valueObject.getValue(), operator, isCaseSensitive)',
    'this.compareBy(valueObject.isNull() ? "" : valueObject.getValue(), operator, isCaseSensitive)',
  ],
  [
    /(case ">":\s+case ">=": return true;\s+case "=":\s+case "<":\s+case "<=":)\s+case "<>": return false;/,
    '$1 return false;\ncase "<>": return true;',
  ],

  // TRIM takes line ends and hard blanks for blanks, and UNICHAR(128512) is another character.
  [String.raw`textValue.trim().replace(/\s+/g, " ")`, 'textValue.replace(/^ +| +$/g, "").replace(/ +/g, " ")'],
  [/(let result = String\.)fromCharCode(\(numberValue\);\s+if \(filterCodeArray\.)/, '$1fromCodePoint$2'],
  [/(var Unicode = class[^]*?textValue\.)charCodeAt/, '$1codePointAt'],

  // PROPER leaves a blank cell, which is a 0 then, and a number, and takes letters such as "ä" for none; CLEAN leaves a number.
  // For EXACT a blank cell and "" differ. MAKEARRAY of no rows is nothing, and its cells keep what they had.
  [String.raw`/(^|\b|\W|\d|_)[a-z]/g`, String.raw`/(?<!\p{L})\p{L}/gu`],
  [
    'if (text.isError() || text.isBoolean() || text.isNumber()) return text;',
    `if (text.isError()) return text;
if (text.isNumber()) return StringValueObject.create(${asText('text.getValue()')});
if (text.isBoolean()) return StringValueObject.create(String(text.getValue()).toUpperCase());`,
  ],
  [
    /if \(text\.isError\(\) \|\| text\.isNull\(\) \|\| text\.isBoolean\(\) \|\| text\.isNumber\(\)\) return text;/g,
    'if (text.isError()) return text;\nif (!text.isString()) text = StringValueObject.create(text.isNull() ? "" : String(text.getValue()));',
  ],
  [
    'if (typeof column !== "number") return column;',
    '$&\nif (!(row >= 1 && column >= 1)) return ErrorValueObject.create("#VALUE!");',
  ],
  [
    'const result = text1.isNull() && text2.isNull();',
    'const result = [text1, text2].every((text) => text.isNull() || text.getValue() === "");',
  ],

  // TEXTSPLIT makes numbers of parts that look like some: "007" was 7.
  ['result = result.map((row) => {\n\t\t\tlet _row = row;', 'const widths = result.map((row) => row.length);\n$&'],
  [
    /(return ArrayValueObject\.createByArray\(result\));(\s+\}\s+_checkVariantsError)/,
    '$1.mapValue((one, row, column) => (column < widths[row] ? StringValueObject.create(result[row][column]) : one));$2',
  ],

  // XLOOKUP that finds no row of several columns leaves out what it is then.
  [
    /if \(resultArray == null\) return ErrorValueObject\.create\("#N\/A"\);(?=\s+return resultArray;\s+\}\s+_handleExpandObject)/,
    'if (!resultArray || resultArray.isError()) return ifNotFound;',
  ],

  // SUMIF, AVERAGEIF and LOOKUP give a range of another size that of the first in place, though all formulas that refer to it
  // share it: with `=SUMIF(A1:A9,1,B1)` anywhere, `=SUM(B1)` is that of B1:B9.
  [
    /const rangeData = (sumRange|averageRange)\.getRangeData\(\);/g,
    '$1 = Object.assign(Object.create(Object.getPrototypeOf($1)), $1);\nconst rangeData = { ...$1.getRangeData() };',
  ],
  [
    'const resultVectorRange = resultVector.getRangeData();',
    'const resultVectorRange = { ...resultVector.getRangeData() };\nresultVector.setRangeData(resultVectorRange);',
  ],

  // PRODUCT of what is too large for a number is #VALUE!.
  [
    'accumulatorAll = accumulatorAll.multiply(valueObject);',
    '$&\n\t\t\t\t\tif (accumulatorAll.isError()) return false;',
  ],

  // SUMPRODUCT takes ranges of several sizes, and one value for a range.
  [
    /if \(v\.isArray\(\)\) \{\s+const arr = v;[^}]+variantColumnCount !== columnCount\) (return [^}]+)\}/,
    'if ((v.isArray() ? v.getRowCount() : 1) !== rowCount || (v.isArray() ? v.getColumnCount() : 1) !== columnCount) $1',
  ],

  // RANK takes no list of ranges, which is an array by then.
  [
    /if \(!ref\.isReferenceObject\(\)\) (return \{\s+refHasError: true,[^}]+\};\s+)ref\.toArrayValueObject\(\)/g,
    'const among = ref.isReferenceObject() ? ref.toArrayValueObject() : ref;\nif (!among.isArray()) $1among',
  ],

  // RANK puts all numbers in order for each formula: of 10,000 it took half a minute.
  [
    /refNumbers\.sort\(\(a, b\) => !orderValue \? b - a : a - b\)\.indexOf\(numberValue\)/g,
    'refNumbers.includes(numberValue) ? refNumbers.filter((one) => orderValue ? one < numberValue : one > numberValue).length : -1',
  ],

  // RATE fails far from its guess, or is near -100 % then: `=RATE(12,PMT(0.3,12,1000,0,1),1000,0,1)`. It looks for where the
  // value at the end is 0, of which the value at the beginning is a straighter line.
  [
    /return \{\s+value: y,\s+derivative: dy\s+\};/,
    `const discount = (1 + rate) ** -nperValue;
return { value: y * discount, derivative: (dy - nperValue * y / (1 + rate)) * discount };`,
  ],
  [
    'result -= dampedStep;',
    `let step = dampedStep;
const isNearer = (rate) => rate > -1 && Math.abs(this._evaluateRateFunction(rate, nperValue, pmtValue, pvValue, fvValue, typeValue, epsMax).value) <= residual;
for (let halves = 0; halves < 60 && !isNearer(result - step); halves++) step /= 2;
result -= step;`,
  ],
  [
    'if (!Number.isFinite(result) || result <= -1) return',
    `const left = this._evaluateRateFunction(result, nperValue, pmtValue, pvValue, fvValue, typeValue, epsMax).value;
if (!(Math.abs(left) <= 1e-7 * (Math.abs(pmtValue) + Math.abs(pvValue) + Math.abs(fvValue)))) return`,
  ],

  // RANDARRAY is calculated once.
  [/("RAND",)(\s+"RANDBETWEEN",\s+"NOW",)/, '$1 "RANDARRAY",$2'],
  // SEQUENCE and RANDARRAY end with the sheet's rows so far, even within another function: `=SUM(SEQUENCE(2000))` is #REF!.
  [/const maxRows = this\._rowCount - this\.row;/g, 'const maxRows = 1048576;'],
  [/const maxColumns = this\._columnCount - this\.column;/g, 'const maxColumns = 16384;'],
  [/(columnsValue > maxColumns\) return (?:\{ errorObject: )?ErrorValueObject\.create\("#)REF/g, '$1VALUE'],

  // BITAND and BITXOR know 32 bits of the 48, and BAHTTEXT(1234.56) has half a satang.
  [/const result = (number1Value) ([&^]) (number2Value);/g, 'const result = Number(BigInt($1) $2 BigInt($3));'],
  [/\(decimalPart \* 100\)/g, '(Math.round(decimalPart * 100))'],

  // DDB has more than all of the first period's for a part of it. DOLLARDE is rounded, COMPLEX(3,-1) is "3-1i",
  // MROUND(6.05,0.1) is another number than in Excel, and VALUETOTEXT(1.5) is no text.
  [
    'periodValue <= 0 || periodValue > lifeValue || factorValue <= 0',
    'periodValue < 1 || periodValue > lifeValue || factorValue <= 0',
  ],
  [/const power = [^;]+;\s+result = Math\.round\(result \* power\) \/ power;/, ''],
  [
    /_iNum === 1 \? _suffix : `\$\{_iNum\}\$\{_suffix\}`/g,
    '`${Math.abs(_iNum) === 1 ? String(_iNum).replace("1", "") : _iNum}${_suffix}`',
  ],
  ['round(numberValue / multipleValue, 0) * multipleValue', 'Math.round(numberValue / multipleValue) * multipleValue'],
  [
    /if \(value\.isBoolean\(\)\) return value;\s+if \(value\.isNumber\(\)\) return NumberValueObject\.create\(value\.getValue\(\)\);/,
    `if (value.isBoolean() || value.isNumber()) return StringValueObject.create(value.isNumber() ? ${asText('value.getValue()')} : String(value.getValue()).toUpperCase());`,
  ],

  // XIRR takes no guess below zero, and SYD a period 0.
  [
    'if (salvageValue < 0 || lifeValue <= 0 || perValue > lifeValue) return',
    'if (salvageValue < 0 || lifeValue <= 0 || perValue <= 0 || perValue > lifeValue) return',
  ],
  ['|| guessValue < 0) return', '|| guessValue <= -1) return'],

  // The coupons of a bond that ends on 30 August, such as its price adds up, are due on 2 March, and of one that ends on a
  // last day of February on the 28th of each month.
  [/function calculateCoupnum\(/, `${COUPON_DATE}\n$&`],
  [
    /let coupDate = excelSerialToDate\(maturitySerialNumber\);\s+while \(coupDate > settlementDate\) \{[^}]+\}/,
    'while (couponDate(maturitySerialNumber, (12 / frequency) * result) > settlementDate) result++;',
  ],
  [
    /let coupDate = excelSerialToDate\(maturitySerialNumber\);\s+coupDate\.setUTCFullYear\([^}]+?-12 \/ frequency\);\s+(coupDate = dateAddMonths\(coupDate, 12 \/ frequency\);\s+)?return excelDateSerial\(coupDate\);/g,
    (_, isNext) =>
      `return excelDateSerial(couponDate(maturitySerialNumber, (12 / frequency) * (calculateCoupnum(settlementSerialNumber, maturitySerialNumber, frequency) - ${isNext ? 1 : 0})));`,
  ],

  // Of two days YEARFRAC, prices, discounts and interest count others: from 28 February to 31 March there are 31 days of a
  // year of 360, and a year with a 29 February in it has 366 days, not the average of both years. DAYS360 has rules of its own.
  [/function getTwoDateDaysByBasis\(/, `${BOND_DAYS}\n${DAYS_WITHIN_YEAR}\n$&`],
  ['case 0: return getDaysByNASD(', 'case 0: return bondDays('],
  [
    'getTwoDateDaysByBasis(startDateSerialNumber, endDateSerialNumber, !+methodObject.getValue() ? 0 : 4)',
    '(+methodObject.getValue() ? getDaysByEuropean : getDaysByNASD)(startDateSerialNumber, endDateSerialNumber)',
  ],
  [
    'yearDays: (endYearLastDay',
    'yearDays: daysWithinYear(startDateSerialNumber, endDateSerialNumber) ?? (endYearLastDay',
  ],
  [
    /(getTwoDateDaysByBasis\()startDateSerialNumber, endDateSerialNumber(, basisValue\);\s+const result = days \/ yearDays;)/,
    '$1...[startDateSerialNumber, endDateSerialNumber].sort((one, other) => one - other)$2',
  ],
  [
    /getNormalYearDaysByBasis\(settlementSerialNumber, basisValue\);\s+const \{ days: DSM \} = [^\n]+([^;]+;[^;]+;)/g,
    'getTwoDateDaysByBasis(issueSerialNumber, settlementSerialNumber, basisValue).yearDays;$1\n\t\tconst DSM = DIM - A;',
  ],
  [
    /let coupDate = excelSerialToDate\(beforeSettlementDateSerialNumber\);\s+coupDate = [^;]+;(\s+const afterSettlementDateSerialNumber = )[^;]+/,
    '$1calculateCoupncd(settlementSerialNumber, maturitySerialNumber, frequency)',
  ],
  [
    /const settlementDate = excelSerialToDate\(settlementSerialNumber\);\s+const coupDate = (?:[^;]+;){5}\s+const \{ days \} = [^;]+;(\s+return NumberValueObject\.create\(days\))/,
    `const days = basisValue === 0
			? 360 / frequencyValue - calculateCoupdaybs(settlementSerialNumber, maturitySerialNumber, frequencyValue, 0)
			: getTwoDateDaysByBasis(settlementSerialNumber, calculateCoupncd(settlementSerialNumber, maturitySerialNumber, frequencyValue), basisValue).days;$1`,
  ],
  [/if \(couppcd >= issueSerialNumber\) \{\s+const \{ days: DFS \}[^}]+\}/, ''],
  [
    'let coupdays = calculateCoupdays(',
    'let coupdays = basisValue === 1 && coupDateSerialNumber > firstInterestSerialNumber ? coupDateSerialNumber - firstInterestSerialNumber : calculateCoupdays(',
  ],
  [
    'const { days: DSE } = getTwoDateDaysByBasis(startDateSerialNumber, endDateSerialNumber, basisValue',
    '$& === 2 ? 0 : basisValue',
  ],

  // Of a bond whose first coupon is a long one, the coupons between its settlement and that one are not counted.
  ['let coupons = +isWholeNumber - 0', 'let coupons = +!isWholeNumber'],
  [/(months > 0 \? frontDateSerialNumber >= )end(DateSerialNumber : frontDateSerialNumber <= )end/, '$1start$2start'],
  [
    'const earlyCoupon = getDateSerialNumberByMonths(lateCoupon, -12 / frequency, false)',
    'const earlyCoupon = monthsLater(lateCoupon, -12 / frequency)',
  ],

  // One whose last coupon is an odd one is paid for the days that there are between coupons.
  [/function calculateOddFPrice\(/, `${QUASI_COUPONS}\n$&`],
  [/this\._getCoupDate\(maturitySerialNumber, lastInterestSerialNumber, frequency\)/g, 'lastInterestSerialNumber'],
  [/this\._getFrac\(/g, 'quasiCoupons('],

  // A bill from a leap year into the next may run for 366 days, and one that ends in a leap year for no more than 365.
  [
    /DSM > getDaysInYear\(excelSerialToDate\(settlementSerialNumber\)\.getUTCFullYear\(\)\)/g,
    'maturitySerialNumber > getDateSerialNumberByMonths(settlementSerialNumber, 12, false)',
  ],
  ['const fraction = DSM / 365;', 'const fraction = DSM / Math.max(365, DSM);'],

  // PDURATION has no answer where nothing grows, and ADDRESS none outside of a sheet: it gave "$A$0".
  [/(rateValue <= )-1(?=\) return [^;]+;\s+const result = \(Math\.log\(fvValue)/, '$10'],
  [
    'absNumberValue < 1 || absNumberValue > 4) return',
    'absNumberValue < 1 || absNumberValue > 4 || row < 0 || row >= 2 ** 20 || column < 0 || column >= 2 ** 14) return',
  ],

  // Whether ACCRINT counts from the issue is not asked of a cell: TRUE in one was FALSE, and interest was lost.
  ['+_calcMethod.getValue()', '+(_calcMethod.isArray() ? _calcMethod.getFirstCell() : _calcMethod).getValue()'],

  // A text such as "31/01/2026" is no date for them, in no language (local-dates). They and bonds count the time of a day as a part of it: YEARFRAC up to NOW() was less at noon than in the evening.
  [
    'function getDateSerialNumberByObject(serialNumberObject) {',
    `function getDateSerialNumberByObject(date) {
	const serial = dateAndTimeIn(date);
	return typeof serial === "number" ? Math.floor(serial) : serial;
}
function dateAndTimeIn(serialNumberObject) {
	const number = serialNumberObject.isString() ? serialNumberObject.convertToNumberObjectValue() : undefined;
	if (number?.isNumber()) serialNumberObject = number;`,
  ],
  [/(var (?:Hour|Minute|Second) = class[^]*?)getDateSerialNumberByObject\(/g, '$1dateAndTimeIn('],

  // The last days of some years are in another ISO week.
  [/var Isoweeknum = /, `${ISO_WEEK}\n$&`],
  [/if \(returnTypeValue === 21\) \{/, 'if (returnTypeValue === 21) return isoWeek(dateSerialNumber);\n$&'],
  [/(var Isoweeknum = [^]*?)(?=const currentDate = )/, '$1return isoWeek(dateSerialNumber);\n'],

  // EDATE goes beyond the end of a shorter month: a month after 31 January is 3 March. Its months and those of EOMONTH lose
  // their decimals downwards: -1.5 are two months before.
  [
    'excelDateSerial(new Date(Date.UTC(year, month, day)))',
    'excelDateSerial(new Date(Date.UTC(year, month, Math.min(day, new Date(Date.UTC(year, month + 1, 0)).getUTCDate()))))',
  ],
  [/Math\.floor(\(\+(?:_months|monthsValueObject)\.getValue\(\)\))/g, 'Math.trunc$1'],

  // IRR finds rates below -100 %.
  ['if (Number.isNaN(x) || Infinity', 'if (!(x > -1) || Infinity'],

  // In an array of constants the signs between its values are found in its texts, too: {"a, b";"c"} has three.
  [/(rawValue|rowArray\[r\])\.split\("([;,])"\)/g, '($1.match(/(?:"[^"]*"|[^"$2])+/g) ?? [""])'],

  // An empty text, as of `=""`, counts as blank for "=", "<>" and "*" in COUNTIF, SUMIFS and others, and a blank cell as a
  // text for "*". It is a text, and no blank cell. And * stands for no line end.
  [
    'function valueObjectCompare(range, criteria, operator, isCaseSensitive) {',
    `function kindMeantBy(criterion) {
	if (/^(=|<>)$/.test(criterion)) return (one) => one.isNull();
	return /^(=|<>)?[*]+$/.test(criterion) ? (one) => one.isString() : undefined;
}
$&
	const criterion = criteria.getValue();
	const isMeant = kindMeantBy(criterion);
	if (!operator && isMeant) return range.mapValue((one) => BooleanValueObject.create(isMeant(one) !== criterion.startsWith("<>")));`,
  ],
  [/function filterSameValueObjectResult\(.+/, '$&\nif (kindMeantBy(criteria.getValue())) return array;'],
  ['new RegExp(`^${pattern}$`)', 'new RegExp(`^${pattern}$$`, "s")'],

  // "<>#N/A", which leaves out such errors, means them. "~~" is no single ~.
  [
    /(rangeValueObject\.getValue\(\) === criteriaObject\.getValue\(\)\) return BooleanValueObject\.create\()true/,
    '$1operator === "="',
  ],
  ['str.indexOf("*") > -1 || str.indexOf("?") > -1', '/[*?]|~~/.test(str)'],
  [/\/~\?\[\*\?\]\/g/g, '/~?[*?]|~~/g'],

  // In the criteria of DSUM and others a text is a whole cell, not the beginning of one, and any text is more than 5.
  [
    'findCompareToken(`${criteriaValue}`)',
    'findCompareToken(typeof criteriaValue !== "string" || /^[=<>]/.test(criteriaValue) ? `${criteriaValue}` : `${criteriaValue}*`)',
  ],
  [
    /if \(!(ValueObjectFactory\.create\(`\$\{databaseValue\}`\))(\.compare\(criteriaObject, compareToken\)\.getValue\(\))/,
    'const found = $1;\nif ((/^[<>]=?$/.test(compareToken) && found.isString() !== criteriaObject.isString()) || !found$2',
  ],

  // The last argument of VLOOKUP, HLOOKUP and MATCH is 1 where it is omitted behind a comma, or a blank cell: `=MATCH(A1,B:B,)`.
  [
    /(let logicValue = 1;\s+if \(logicValueObject\.isArray\(\)\) logicValueObject = logicValueObject\.getFirstCell\(\);)/g,
    '$1\nif (logicValueObject.isNull()) return 0;',
  ],

  // TIME refuses a negative argument, though the whole is none; DATE takes 1899 for a year before the first, and knows no 29
  // February 1900.
  [
    /if \(hourValue < 0 \|\| minuteValue < 0 \|\| secondValue < 0 \|\|/,
    'const seconds = hourValue * 3600 + minuteValue * 60 + secondValue;\nif (seconds < 0 ||',
  ],
  ['(hourValue * 3600 + minuteValue * 60 + secondValue) / 86400', '(seconds % 86400) / 86400'],
  ['if (yearValue >= 0 && yearValue < 1899) yearValue += 1900;', 'if (yearValue < 1900) yearValue += 1900;'],
  ['Date.UTC(yearValue, monthValue - 1, dayValue)))', 'Date.UTC(yearValue, monthValue - 1, 1))) + dayValue - 1'],

  // UNIQUE tells "a" from "A", and the text "5" not from the number.
  [
    /else if \(valueObject\.isString\(\) && [^;]*isRealNum\)?\(value\)\) value = \+value;/,
    'else if (valueObject.isString()) value = value.toLowerCase();',
  ],

  // COLUMN() in OFFSET is that of a cell to which the formula refers, once this one was calculated before it.
  [
    'const addressFunctionRangeList = ',
    'this._runtimeService.setCurrent(tree.row, tree.column, tree.rowCount, tree.columnCount, tree.subUnitId, tree.unitId);\n\t\t$&',
  ],
  // Of two long formulas whose checksums of 32 bits are equal, as of some among 100,000, one has the result of the other.
  ['if (formulaString.length <= 64) return formulaString;', 'return formulaString;'],

  // A reference to a sheet that is not there, such as INDIRECT("Gone!A1"), is #VALUE!.
  [/(_checkIfWorksheetMiss\(\)\) return (?:callback\()?ErrorValueObject\.create\("#)VALUE/g, '$1REF'],

  // INDIRECT("R[-1]C",FALSE) counts from A1, takes [-1] for a workbook, and does not know the own row or column, "R" or "C".
  ['deserializeRangeForR1C1(refTextV)', 'deserializeRangeForR1C1(refTextV, this.row, this.column)'],
  [
    /(function deserializeRangeForR1C1\([^)]*\) \{\s+const \{) refBody, (sheetName, unitId \} = handleRefStringInfo\()refString\);/,
    '$1 $2refString.replace(/[^!]*$/, "")), refBody = refString.replace(/.*!/, "");',
  ],
  // INDIRECT of a sheet without a name, as a blank cell gives it, is that of the formula's own; of "A1+1" and of rows beyond
  // the last it is 0, and of "A1:" nothing in the workbook is calculated any more.
  ['var Indirect = ', `${IS_REFERENCE}\n$&`],
  [
    'if (regexTestSingeRange(refTextV)) return this._set',
    'if (!isReference(refTextV)) return ErrorValueObject.create("#REF!");\n\t\t$&',
  ],
  ['if (refTextValue.trim() === "")', "if (/^\\s*$|^''!/.test(refTextValue))"],
  ['function handleR1C1(rowOrColumnString, current) {', '$&\n\tif (rowOrColumnString === "") return current;'],

  // Of several areas, as OFFSET(A1,{0,2},0) has them, the first cells are read as blank, INDIRECT knows none, and those of a
  // result cannot be read.
  ['if (firstValue != null) result[r][c] = firstValue;', '$& else'],
  [
    /if \(rowCount > 1 \|\| columnCount > 1\) return refText\.map\(\(\) => \{\s+return ErrorValueObject\.create\("#VALUE!"\);\s+\}\);/,
    'if (rowCount > 1 || columnCount > 1) return new MultiAreaReferenceObject("", refText.getArrayValue().map((row) => row.map((one) => one.isError() ? one : this._handleSingleObject(one, a1Value))));',
  ],
  [
    'if (!variant.isReferenceObject()) return;\n\t\tconst referenceObject = variant;\n\t\treferenceObject.setForcedSheetId',
    'if (!variant.isReferenceObject()) return;\n\t\tif (variant.isMultiArea()) return variant.getAreas().flat().forEach((area) => this._setRefData(area));\n\t\tconst referenceObject = variant;\n\t\treferenceObject.setForcedSheetId',
  ],

  // INDEX of several places is "0" in a calculated column, and #VALUE! where a cell is blank: `=INDEX(SORT(A1:A9),{1;2;3})`.
  [
    'if (result.isReferenceObject()) return result.getCellByPosition();',
    'return result.isReferenceObject() ? result.toArrayValueObject().getFirstCell() : result.isArray() ? result.getFirstCell() : result;',
  ],

  // CHOOSE of several places takes the first cells of ranges alone: `VLOOKUP(…,CHOOSE({1,2},F1:F6,A1:A6),2,0)` found nothing.
  [
    'let maxRowLength = _indexNum.isArray()',
    'variants = variants.map((variant) => variant.isReferenceObject() ? variant.toArrayValueObject() : variant);\n\t\t$&',
  ],

  // A formula is blank if its result is a blank cell or an omitted argument, as of `=IF(TRUE,)`. In Excel it is 0.
  [
    /_getValueObjectOfRuntimeData\(variant\) \{/,
    '$&\n if (!variant || variant.isNull()) variant = NumberValueObject.create(0);',
  ],

  // For repeated comparisons of a column there is an index that takes errors for texts: `=IF(A1>0,"pass","fail")` passes
  // #N/A. Lookups and criteria have one of their own (ReadCells).
  [
    /canUseCache\(unitId, sheetId, column, rangeStartRow, rangeEndRow\) \{/,
    '$&\n return { rowsInCache: [], rowsNotInCache: [] };',
  ],
  [/\t(?:set|setContinueBuildingCache)\(unitId, sheetId, column, [^)]*\) \{/g, '$&\n return;'],

  // MAP, REDUCE, SCAN, BYROW, BYCOL, INDEX and OFFSET refer to parts of a range, and forget what results of the same
  // calculation fill: `=REDUCE(0,A1#,LAMBDA(a,b,a+b))` counted the first cell of the spill alone.
  [
    'object.setArrayFormulaCellData(reference.getArrayFormulaCellData());',
    '$&\n object.setRuntimeArrayFormulaCellData(reference.getRuntimeArrayFormulaCellData());',
  ],

  // A name of LET and LAMBDA stands for one around it that has the same name, and in its own value for itself; in a LAMBDA that is
  // called at once, none of those around it is known. A LAMBDA that is not called is 0.
  [
    /function updateLambdaStatement\(functionStatementNode, lambdaId, currentLambdaPrivacyVar\) \{[^]*?\n\}\n/,
    () => LAMBDA_NAMES,
  ],
  [
    'updateLambdaStatement(item, lambdaId, currentLambdaPrivacyVar);\n\t\t\t\tthis._parse',
    'updateLambdaStatement(item, lambdaId, currentLambdaPrivacyVar, new Set(currentLambdaPrivacyVarKeys.slice(item.getChildren()[0]?.getToken?.() === "LAMBDA" ? i + 1 : i)));\n\t\t\t\tthis._parse',
  ],
  [
    'else this.setValue(node.getValue());\n\t}\n};\nvar AstRootNodeFactory',
    'else this.setValue(node.getValue()?.isLambda?.() ? ErrorValueObject.create("#CALC!") : node.getValue());\n\t}\n};\nvar AstRootNodeFactory',
  ],

  // REDUCE begins with each cell of its first argument, not with all of them: `=REDUCE(A1,A2:A3,LAMBDA(a,b,VSTACK(a,b)))` was "0".
  [/if \(_initialValue\.isArray\(\)\) return _initialValue\.mapValue\(.+/, ''],

  // A cell below or beside those that its sheet has so far is #NAME?, where it is blank.
  [
    'endRow >= this.getActiveSheetRowCount() || endColumn >= this.getActiveSheetColumnCount()',
    'endRow >= 1048576 || endColumn >= 16384',
  ],

  // Parsed formulas are kept, but 5,000 alone, in the order of their last use: of more, each is read again whenever it is
  // calculated, as all are read before the first is. 1,300 bytes are kept for each.
  ['const FORMULA_CACHE_LRU_COUNT = 5e3;', 'const FORMULA_CACHE_LRU_COUNT = 4e5;'],

  // What 10,000 ranges contain is kept, however large they are: the running total of 20,000 rows filled all memory. And each
  // formula reads all cells of its ranges again, for minutes: here those of the same columns have them in common, but not
  // what stands for the cells of a sheet that is not there.
  [
    /(toArrayValueObject\(useCache = true\) \{)([^]*?)const arrayValueList = new Array\(rowSize\);/,
    `$1
		if (this._checkIfWorksheetMiss() || this.getRangePosition().startRow < 0) useCache = false;$2
		const columns = \`\${this.getUnitId()}_\${this.getSheetId()}_\${startColumn}_\${endColumn}\`;
		const cells = (useCache && FORMULA_REF_TO_ARRAY_CACHE.cells.get(columns)) || new ReadCells();
		const arrayValueList = cells.rows.slice(startRow, endRow + 1);
		arrayValueList.length = rowSize;
		this._readRows = cells.rows;`,
  ],
  [
    'for (let r = startRow; r <= endRow; r++) for (let c = startColumn; c <= endColumn; c++) {\n\t\t\tif (r < 0',
    'const readRows = this._readRows ?? [];\n\t\tthis._readRows = undefined;\n\t\tfor (let r = startRow; r <= endRow; r++) if (!readRows[r]) for (let c = startColumn; c <= endColumn; c++) {\n\t\t\tif (r < 0',
  ],
  ['if (r === startRow && c === startColumn) {', '{'],
  [
    'useCache && FORMULA_REF_TO_ARRAY_CACHE.set(key, arrayValueObject);',
    `if (useCache) {
			// What has rows in common with others takes an eighth of the room.
			FORMULA_REF_TO_ARRAY_CACHE.count += rowSize / 8;
			if (FORMULA_REF_TO_ARRAY_CACHE.count > 2e6) FORMULA_REF_TO_ARRAY_CACHE.clear();
			arrayValueList.forEach((row, index) => {
				if (cells.rows[startRow + index]) return;
				cells.rows[startRow + index] = row;
				cells.read.push(startRow + index);
				FORMULA_REF_TO_ARRAY_CACHE.count += columnSize;
			});
			FORMULA_REF_TO_ARRAY_CACHE.cells.set(columns, cells);
			FORMULA_REF_TO_ARRAY_CACHE.set(key, Object.assign(arrayValueObject, { _cells: cells, _firstRow: startRow }));
		}`,
  ],
  [
    'const FORMULA_REF_TO_ARRAY_CACHE = new FormulaAstLRU(',
    `const FORMULA_REF_TO_ARRAY_CACHE = new (class extends FormulaAstLRU {
	count = 0;
	cells = new Map();
	clear() {
		super.clear();
		this.count = 0;
		this.cells.clear();
	}
})(`,
  ],
  [
    /\tsum\(\) \{\n\t\tlet accumulatorAll = [^]*?(?=\n\tcountBlank\(\))/,
    `${['sum', 'max', 'min', 'count', 'countA'].map((name) => `\t${name}() {\n\t\treturn (this._cells ?? new ReadCells()).totalOf(this, "${name}");\n\t}`).join('\n')}
	rowOf(value) {
		const [all, end] = [this._cells.firstColumn().placesOf(value), this._firstRow + this._rowCount];
		for (let at = indexIn(all, this._firstRow); all[at] < end; at++) {
			const one = this.get(all[at] - this._firstRow, 0);
			if (one.getValue() === value.getValue() || one.isEqual(value).getValue() === true) return all[at] - this._firstRow;
		}
		return -1;
	}
	placesOf(value, isEqual) {
		this._cells ??= new ReadCells(this._values);
		const [all, start] = [this._cells.placesOf(value), (this._firstRow ?? 0) * this._columnCount];
		const places = all.slice(indexIn(all, start), indexIn(all, start + this._rowCount * this._columnCount)).map((place) => place - start);
		// Others may be the same, but written otherwise.
		return new Places(this, places).where(this, (one) => one.getValue() === value.getValue() || isEqual(one));
	}`,
  ],
  // VLOOKUP copies two columns of its table for each formula: 4,000 that look above themselves took a minute.
  [
    'const searchArray = tableArray.slice(void 0, [0, 1]);',
    `if (rangeLookupValue === 0 && tableArray._cells && !(lookupValue.isString() && /[*?~]/.test(lookupValue.getValue()))) {
			if (colIndexNumValue > tableArray.getColumnCount()) return ErrorValueObject.create("#REF!");
			const row = tableArray.rowOf(lookupValue);
			return row < 0 ? ErrorValueObject.create("#N/A") : tableArray.get(row, colIndexNumValue - 1) ?? NullValueObject.create();
		}
		$&`,
  ],
  [/var ArrayValueObject = class ArrayValueObject[^]*?\n\};/, `${READ_CELLS}\n$&\n${PLACES}`],

  // Each time that a formula is calculated, all of its parts are asked whether they answer later, as MAKEARRAY does: a
  // seventh of the time. Here they are asked once, as the parts of a formula stay.
  [
    'checkAsyncNode(node) {',
    'checkAsyncNode(node) {\n\t\treturn node != null && (node.answersLater ??= this._answersLater(node));\n\t}\n\t_answersLater(node) {',
  ],

  // It lets others in after 500 formulas, however long they take: of SUMIF with whole columns, those stopped the page for
  // seconds.
  [
    /(const treeCount = treeList\.length;)([^]*?if \(i % intervalCount === 0)(\) \{[^]*?pendingTasks\.push\(calCancelTask\);\s+\}\);)/,
    '$1 let turn = performance.now();$2 || performance.now() - turn > 25$3 turn = performance.now();',
  ],

  // A square bracket that was typed but not closed counts as open in each formula that is read from then on: they moved no
  // reference any more when they were copied.
  [/_resetTemp\(\) \{/, '$&\n this._squareBracketState = 0;'],

  // A bracket is added to a typed formula with a sign before a range, such as "=SUM(-A1:A3)", and none to "=LAMBDA(x,x".
  [
    /checkIfAddBracket\(formulaString\) \{/,
    `$&
		const bare = formulaString.replace(/"[^"]*"|'[^']*'/g, "");
		return Math.max(0, bare.split("(").length - bare.split(")").length);`,
  ],

  // The dollar signs of a range stay at its corners when these change places, as in "A5:A$1": it became "A1:A$5".
  [
    /(const endColumn = startGrid\.column > [^]*?startAbsoluteRefType: startGrid\.absoluteRefType)(,\s+endAbsoluteRefType: endGrid\.absoluteRefType)/,
    `const turned = (startGrid.absoluteRefType ^ endGrid.absoluteRefType) & (Number(startGrid.row > endGrid.row) + 2 * Number(startGrid.column > endGrid.column));
	$1 ^ turned$2 ^ turned`,
  ],

  // References go beyond the edge of the grid: a copied "SUM(A2:A1048576)" becomes "SUM(A3:A1048577)", and so does one above
  // which a row is inserted. Excel loses the first, and ends the other at the edge.
  [
    /if \((.*isValidRange\)?\(newRange\))\) newToken = /,
    'if ($1 && !(Math.max(newRange.startRow, newRange.endRow) >= 1048576 || Math.max(newRange.startColumn, newRange.endColumn) >= 16384)) newToken = ',
  ],
  [
    'const shouldRewriteSheet = type === 0',
    `if (newRange.startRow >= 1048576 || newRange.startColumn >= 16384) return "#REF!";
	if (newRange.endRow >= 1048576) newRange.endRow = 1048575;
	if (newRange.endColumn >= 16384) newRange.endColumn = 16383;
	$&`,
  ],

  // Formulas go on with what is dragged or cut and pasted over the cells that they refer to. In Excel they are #REF! then. And
  // a range stays as it is when its first or last cells move along it: SUM(A1:A5) left out A5, which was dragged to A8.
  [
    /(\tif \(!checkIsSameUnitAndSheet\(userUnitId, .*\n)(\tconst sequenceRange = .*\n)\tlet newRange = null;\s+if \(type === 0\) (?=\{\s+if \(from == null)/,
    `$2	const isMoved = type === 0 && to && targetSheetId === userSheetId && checkIsSameUnitAndSheet(userUnitId, userSheetId, currentFormulaUnitId, currentFormulaSheetId, sequenceRangeUnitId, sequenceRangeSheetId);
	let newRange = isMoved ? withMovedEdge(sequenceRange, from, to) : undefined;
	const isOverwritten = type === 0 && !newRange && to && checkIsSameUnitAndSheet(targetUnitId, targetSheetId, currentFormulaUnitId, currentFormulaSheetId, sequenceRangeUnitId, sequenceRangeSheetId) && checkMoveEdge(sequenceRange, to) === 4;
	if (isOverwritten && !(targetSheetId === userSheetId && checkMoveEdge(sequenceRange, from) === 4)) return "#REF!";
$1	if (type === 0 && !newRange) `,
  ],
  [/^function checkMoveEdge\(/m, `${MOVED_EDGE}\n$&`],
  [
    'if (!checkIsSameUnitAndSheet(formulaReferenceMoveParam.unitId',
    'if (type !== 0 && !checkIsSameUnitAndSheet(formulaReferenceMoveParam.unitId',
  ],

  // A reference to cells of several sheets, such as "Jan:Dec!B5", moves with those of its formula's sheet, and stays as it is
  // when one of the two is renamed or deleted. A deleted one leaves its place to its neighbour.
  [/^function getNewRangeByMoveParam\(/m, `${ACROSS_SHEETS}\n$&`],
  [
    /(_unitSheetNameMap\$map\[sheetName\]\) \|\| )"";/,
    `$1sheetName;
						const across = acrossSheets(token, this._univerInstanceService.getUnit(unitId), formulaReferenceMoveParam);
						if (across) {
							sequenceNodes[i] = { ...node, token: across };
							shouldModify = true;
							refChangeIds.push(i);
							continue;
						}`,
  ],
  [/(_workbook\$getSheetByS\.getSheetId\(\)\) \|\| )"";/, '$1sheetName;'],
  [
    'let newRefString = null;\n\t\t\t\tif (type === 12) newRefString = this._removeSheet(item, unitId, sheetId);',
    'let newRefString = acrossSheets(token, workbook, moveParams);\n\t\t\t\tif (newRefString) {} else if (type === 12) newRefString = sequenceSheetId === sheetId ? "#REF!" : null;',
  ],

  // When several rows or columns are dragged by their heads, references to those that make way for them are others: of rows 5
  // and 6, dragged before row 4, =A4 was a reference to itself. And ranges of which some are dragged have wrong ends.
  [/const handleBaseMoveRowsCols = [^]*?\n\};/, MOVED_LINES],
  [
    /const moveEdge = checkMoveEdge\(sequenceRange, from\);\s+let remainRange = [^]*?(const result = [^]*?handleMove(?:Rows|Cols)[^]*?), remainRange\), remainRange\);([^]*?)newRange = .*/g,
    '$1, sequenceRange), sequenceRange);$2newRange = { ...sequenceRange, ...result };',
  ],

  // The panel of number formats fails when another workbook is opened beside it.
  [
    'this._univerInstanceService.getCurrentUnitOfType(UniverInstanceType.UNIVER_SHEET).getUnitId());\n\t\trenderUnit',
    'this._univerInstanceService.getCurrentUnitOfType(UniverInstanceType.UNIVER_SHEET)?.getUnitId() ?? "");\n\t\trenderUnit',
  ],

  // Rows or columns that are dragged to where they are stay there, but ranges that end beside them become shorter, for good.
  [
    /toRange: \{ start(Row|Column): (toRow|toCol) \}[^]*?const rangeToMove = filteredSelections\[0\]\.range;/g,
    '$&\n if ($2 >= rangeToMove.start$1 && $2 <= rangeToMove.end$1 + 1) return false;',
  ],

  // The formulas of a sheet that is deleted are changed, too, if they name it, and this fails: half of the rest is done, and
  // nothing can be undone.
  [
    /const matrixData = new [\w.]*ObjectMatrix\(sheetData\[sheetId\] \|\| \{\}\);\s+const newFormulaDataItem/,
    'if (type === 12 && sheetId === fromSheetId) continue;\n$&',
  ],

  // Cells that are cut and pasted on another sheet do not replace formulas there that refer to one of the others they replace.
  [
    'const inCrossSheetCutRange = ',
    `const isReplaced = type === 0 && targetSheetId && targetSheetId !== fromSheetId && sheetId === targetSheetId && to.startRow <= row && row <= to.endRow && to.startColumn <= column && column <= to.endColumn;
	if (isReplaced) return true;
	$&`,
  ],

  // Cells that are cut leave behind what a filter hides, at the beginning and the end of them alone.
  [
    'range: discreteRange,\n\t\t\tmatrix: matrixFragment',
    `range: copyType !== "CUT" ? discreteRange : { ...discreteRange, rows: Array.from({ length: selection.range.endRow - selection.range.startRow + 1 }, (_, index) => selection.range.startRow + index) },
			matrix: matrixFragment`,
  ],

  // A reference that names its own sheet loses the name when it moves: copied to another sheet, it would mean that one.
  ['{ inCrossSheetCutRange });', '{ inCrossSheetCutRange, preserveSheetQualifier: true });'],

  // A copy of Sheet1 is "Sheet1 (Copy)", and its copy "Sheet1 (Copy) (Copy)", whose names soon are longer than Excel's.
  [
    /let output = `\$\{name\} \$\{localeService[^]*?return output;/,
    `const base = name.replace(/ \\(\\d+\\)$/, "");
	for (let count = 2; ; count++) {
		const end = \` (\${count})\`;
		const output = base.slice(0, 31 - end.length) + end;
		if (!workbook.checkSheetName(output)) return output;
	}`,
  ],

  // When rows or columns come, each formula behind them is put before all others: 14 seconds for 300,000. Here it is put behind
  // them, and their order is turned round.
  [
    /(function processFormulaChanges\([^]*?const rangeList = \[\])(;[^]*?isReverse \? )rangeList\.unshift(\([^]*?return )rangeList;/,
    '$1, turned = []$2turned.push$3turned.reverse().concat(rangeList);',
  ],

  // An address that is read for the first time is read twice. And what a cell contains is kept by a text that says where it
  // is, which takes longer than to look there.
  [/(referenceToRangeCache\.set\(refString, result\);\s+return )deserializeRangeWithSheet\(refString\)/, '$1result'],
  [
    /(const key = `\$\{this\.getUnitId\(\)\}_\$\{this\.getSheetId\(\)\}[^`]+`;\s+const array = )(FORMULA_REF_TO_ARRAY_CACHE)/,
    'if (startRow === endRow && startColumn === endColumn) useCache = false;\n $1useCache && $2',
  ],

  // It calculates with decimals, so that `=INT((0.1+0.7)*10)` is 8 and `=10.1-10=0.1` TRUE. Excel does with binary numbers,
  // compares 15 digits, and has an eye to zeros (zeroAtLast).
  [
    /const result = (plus|minus|multiply|divide)\(currentValue, _value\);/g,
    (_, name) => `const result = currentValue ${{ plus: '+', minus: '-', multiply: '*', divide: '/' }[name]} _value;`,
  ],
  [/^let Interpreter = class/m, `${ZERO_AT_LAST}\n$&`],
  [
    'return variant1.compare(variant2, this._compareType);',
    `isComparing = true;
		try {
			$&
		} finally {
			isComparing = false;
		}`,
  ],
  [/^var NumberValueObject = class/m, 'let isComparing = false;\n$&'],
  [
    '_compareFiniteNumber(currentValue, value, operator) {',
    '$&\n if (isComparing && currentValue !== value && Math.abs(currentValue - value) <= 1e-14 * Math.abs(value) && currentValue.toPrecision(15) === value.toPrecision(15)) value = currentValue;',
  ],

  // COUNTIF and its like compare each cell with each criterion, and each of several: 20,000 in 20,000 rows took minutes.
  [
    'function valueObjectCompare(range, criteria, operator, isCaseSensitive) {',
    `${PLACES_MEETING}\n$&
	const places = operator ? undefined : placesMeeting(range, criteria);
	if (places) return places;`,
  ],
  ['function filterSameValueObjectResult(array, range, criteria) {', '$&\n\tif (array.places) return array;'],
  [
    /(const picked = _range\.pick\(resultArrayObject\);)(?=\s+return this\._countA)/,
    'if (resultArrayObject.places) return NumberValueObject.create(resultArrayObject.places.length);\n\t\t$1',
  ],
  [
    /(const valueObject2ColumnCount = .*\s+let valueObject1Array = [^]*?\n\t\}\n)(\treturn valueObject1Array\.mapValue\(\(valueObject1, rowIndex)/,
    '$1\tconst isTrue = (one) => one.getValue() === true;\n\tif (valueObject1Array.places) return valueObject1Array.where(valueObject2Array, isTrue);\n\tif (valueObject2Array.places) return valueObject2Array.where(valueObject1Array, isTrue);\n$2',
  ],
  [
    /(if \(takeArrayRowCount !== this\._rowCount \|\|.*)/,
    '$1\n\t\tif (takeArray.places) return [takeArray.picked(this)];',
  ],
  // Whether a number is a date is asked for each comparison, and of most that have no format: half of what it takes.
  ['return numfmt.isDateFormat(pattern);', 'return pattern !== "" && numfmt.isDateFormat(pattern);'],

  // A value is divided by a range as it is multiplied by 1 over each cell, which is another number: `=INT(49/A1)` of 49 is 0.
  [
    /const o = valueObject\.getReciprocal\(\);[^}]*?return o\.multiply\(this\);/,
    'const single = ArrayValueObject.create("{1}");\n\t\t\tsingle.set(0, 0, this);\n\t\t\treturn single.divided(valueObject);',
  ],

  // `=SUM(A1>0)` and `=SUM(A1&"")` are 0: the result of an operator or function of a cell counts as a range with one cell.
  [/^var BaseAstNode = class/m, `${ONE_OF_SINGLE}\n$&`],
  [
    'const result = this._functionExecutor.calculate(object1, object2);',
    'const result = oneOfSingle(this._functionExecutor.calculate(object1, object2), [object1, object2]);',
  ],
  [
    'const resultVariant = this._calculate(variants);',
    'const resultVariant = oneOfSingle(this._calculate(variants), variants);',
  ],

  // Some functions fail for some arguments, such as `=LOOKUP(3,A1:A3,1)`. This ended the calculation: all cells of the
  // workbook stayed as they were, or blank. Here such a call is #VALUE!.
  [
    '\texecute() {\n\t\tconst variants = [];',
    `\texecute() {
		try {
			this._tryToExecute();
		} catch (error) {
			console.info("The engine failed in a function", error);
			this.setValue(ErrorValueObject.create("#VALUE!"));
		}
	}
	_tryToExecute() {
		const variants = [];`,
  ],

  // The name of a sheet may have an exclamation mark.
  [/(sheetNameIndex = (?:refString|token))\.indexOf\("!"\)/g, '$1.lastIndexOf("!")'],

  // At the left end of a range, IF is read as a column: `=SUM(IF(A1,A2,A3):A9)`.
  ['if (isColon && COLUMN_LIKE', 'if (isColon && param.getChildren().length === 0 && COLUMN_LIKE'],

  // So is a formula that the engine fails to read, or in which something else than a function fails, such as
  // `=LET(x,1,LET(x,x+1,x))`.
  [
    /^\tastNode = astTreeBuilder\.parse\(lexerNode\);/m,
    `try {
		astNode = astTreeBuilder.parse(lexerNode);
	} catch (error) {
		console.info("The engine failed to read a formula", error);
		return ErrorNode.create("#VALUE!");
	}`,
  ],
  [
    /(?<!const )value = ((?:this\._)?interpreter\.execute\(nodeData\));/g,
    `try {
					value = zeroAtLast($1, nodeData);
				} catch (error) {
					console.info("The engine failed in a formula", error);
					value = ErrorValueObject.create("#VALUE!");
				}`,
  ],

  // A calculation in which something else fails never ends, as when another workbook is opened while FORMULATEXT looks into
  // the one before: nothing is calculated from then on. Here it ends without results. It does not count as stopped: what is
  // stopped is calculated again, and would fail again.
  [
    'await this._executeStep();',
    `await this._executeStep().catch((error) => {
					console.info("The engine failed in a calculation", error);
					this._runtimeService.setFormulaExecuteStage(0);
					this._runtimeService.markedAsNoFunctionsExecuted();
				});`,
  ],

  // A calculation that is stopped ends twice, and its second end counts as that of the next one:
  // https://github.com/dream-num/univer/issues/4648, the second part.
  [
    /(this\._runtimeService\.markedAsStopFunctionsExecuted\(\);)\s+this\._executionCompleteListener\$\.next\(this\._runtimeService\.getAllRuntimeData\(\)\);(?=\s+return;)/,
    '$1',
  ],

  // A change of looks alone is taken for one of contents unless it comes from a button: redone, as by Ctrl+B, Ctrl+Z and
  // Ctrl+Y, it took the formula away, and an alert's colour had the cell ask the service again.
  [
    /_getSetRangeValuesMutationDirtyRange\(params\) \{|_handleSetRangeValuesMutation\(params\) \{(?=\s+const \{ subUnitId: sheetId, unitId, cellValue \} = params;)/g,
    `$&\n\t\t${CONTENTS_ALONE}`,
  ],

  // Undo of a look puts back all of the cell: the price of before, which is asked for again then.
  [
    'undoData.setValue(row, col, setNull(cell));',
    'undoData.setValue(row, col, newVal && Object.keys(newVal).every((key) => key === "s") ? { s: cell.s } : setNull(cell));',
  ],

  // Steps that are joined are undone in the order in which they were done: the end is an intermediate state.
  ['item.undoMutations.push(...newItem.undoMutations);', 'item.undoMutations.unshift(...newItem.undoMutations);'],

  // A paste writes values and looks in turn, and makes one step to undo of both, with the look that says nothing of what was
  // pasted: a sum stays a date. Here it takes all of it away.
  [
    /newMatrix\.setValue\(row, col, \{(\s+)\.\.\.newMatrix\.getValue\(row, col\),\s+\.\.\.value\s+\}\);/,
    `const [one, other] = [newMatrix.getValue(row, col)?.s, value?.s];
			const bd = one?.bd && other?.bd ? { bd: { ...one.bd, ...other.bd } } : {};
			const both = one && other ? { s: { ...one, ...other, ...bd } } : {};
			newMatrix.setValue(row, col, {$1...newMatrix.getValue(row, col), ...value, ...both });`,
  ],

  // Deleted rows and columns that come back have the heights, looks and hiding of others, if one of them had none.
  ['fragment[effective] = array[i];', 'fragment[i - start] = array[i];'],
  [
    'containerArray[master] = targetArray[targetKeys[i]];',
    'containerArray[srcLength + Number(targetKeys[i])] = targetArray[targetKeys[i]];',
  ],

  // Of the watchers of ranges only the first ends the listening. If it goes before another one, a later row that is inserted
  // moves ranges by two rows: frozen formulas were put back in the wrong place.
  [
    /(let watchRangesListener;\s+)if \(this\._watchRanges\.size === 0\) watchRangesListener = /,
    '$1this._watchListener ??= ',
  ],

  // The colour of a number format is shown for negative numbers alone, not that of `[Red][>=1.1]0.00;0.00`.
  [/if \(value < 0\) (return \{\s+result,\s+color\s+\};)/, '$1'],

  // Below a selection each TRUE is added as 1, and FALSE counted as a number. It is counted as a filled cell alone.
  [
    /const (value = this\._getCellValue\(r, c, sheet, sheetArrayFormulaCellData\);)/,
    'let $1\n if (value?.t === CellValueType.BOOLEAN) value = { ...value, t: CellValueType.STRING };',
  ],

  // From 100 million on they are such as "1.47e+8", and with three decimals at most: a rate of 0.0004 is 0.
  ['if (num >= 1e8) return num.toExponential(2);', ''],
  [
    'return num.toLocaleString();\n}\n\n//#endregion\n//#region src/views/status-bar/StatusBar.tsx',
    (found) =>
      found.replace(
        'num.toLocaleString()',
        'Number(num.toPrecision(15)).toLocaleString(undefined, { maximumFractionDigits: 9 })',
      ),
  ],

  // They are those of before where rows come, go, move or are hidden, and where the result that fills the cells changes.
  [
    'if (command.id === SetRangeValuesMutation.id) {\n\t\t\t\tconst selections = this._selectionManagerService',
    'if (/^sheet\\.mutation\\.(?:insert|remove|move|reorder|set-(?:row|col|filter)|re-calc-filter)|set-array-formula-data$/.test(command.id)) _statisticsHandler(this._selectionManagerService.getCurrentSelections());\n$&',
  ],

  // Enter goes below the cell in which Tab was first pressed, even if another was selected meanwhile: what is typed next
  // replaces it. Here it does so only from where Tab led.
  [
    'const shortcutExperienceService = accessor.get(ShortcutExperienceService);',
    '$&\n if (shortcutExperienceService.leftAt !== `${sheetId}!${primary.actualRow},${primary.actualColumn}`) shortcutExperienceService.dispose();',
  ],
  [
    /if \(isLastCell\) \{\s+selections\[currentSelectionIndex\]\.primary = null;/,
    'shortcutExperienceService.leftAt = `${sheetId}!${resultRange.primary.actualRow},${resultRange.primary.actualColumn}`;\n$&',
  ],

  // Ctrl+Enter enters the same formula and look into all selected cells, without moving its references, into the last area
  // alone, also into rows that a filter hides, and into none if the active cell has it already.
  ['if (Tools.diffValue(finalCellCleaned, rawCellCleaned)) return true;', 'if (!wholeSelection) $&'],
  [
    'range,\n\t\t\tvalue: finalCell,\n\t\t\tredoUndoId',
    'range: wholeSelection ? undefined : range,\n value: wholeSelection ? filledCells() : finalCell,\n redoUndoId',
  ],
  [
    'if (!cellData) return true;\n\t\tthis._removeComposed',
    `const typed = snapshot.body.dataStream.trim();
		if (!cellData && wholeSelection && typed[0] === "=") cellData = { ...worksheet.getCellRaw(row, column), f: typed, v: null };
		$&`,
  ],
  ['const cellData = getCellDataByInput({', 'let cellData = getCellDataByInput({'],
  [
    'const range = wholeSelection ? (_this$_workbookSelect',
    `const filledCells = () => {
			const { s, ...content } = finalCell;
			const filled = { [row]: { [column]: finalCell } };
			const parsed = getNumfmtParseValueFilter(typed);
			const isAsTyped = parsed?.v === content.v;
			// A date in the order of the user's language is read elsewhere, as "1,5" and "1.234.567" are.
			const isDate = !parsed && typeof content.v === "number" && /^\\d+[-/.]/.test(typed) && !/,|^\\d+(\\.\\d{3})+\\D*$/.test(typed);
			const pattern = isAsTyped ? parsed.z : isDate ? (Number.isInteger(content.v) ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm") : undefined;
			const moved = (down, across) => content.f && this._lexerTreeBuilder.moveFormulaRefOffset(content.f, across, down);
			for (const { range: { startRow, endRow, startColumn, endColumn } } of this._workbookSelections.getCurrentSelections())
				for (let r = startRow; r <= endRow; r++)
					for (let c = startColumn; c <= endColumn && !worksheet.isRowFiltered(r); c++)
						(filled[r] ??= {})[c] ??= { ...content, f: moved(r - row, c - column), ...(pattern && !worksheet.getCellStyle(r, c)?.n && { s: { n: { pattern } } }) };
			return filled;
		};
		$&`,
  ],

  // A double click on a sheet's tab is a long press, too. If the name was entered within half a second, the tab moved out of
  // the grid, and failed without a grid as soon as another workbook was shown.
  [
    'if (diffTime && diffPageX && diffPageY) this._activeTabItem.setEditor();',
    'if (diffTime && diffPageX && diffPageY) {\n this._activeTabItem.setEditor();\n return;\n }',
  ],

  // A name that no sheet may have could not be given up. Escape brings back the one of before, as in Excel, and so does the
  // dialog unless its button says that the user goes on. Excel keeps "History" for itself.
  [/if \(name\.startsWith\("'"\) \|\| name\.endsWith\("'"\)/, '$& || /^history$/i.test(name)'],
  [
    't("sheets-ui.sheetConfig.sheetNameSpecCharError")',
    't(`sheets-ui.sheetConfig.${/^history$/i.test(name) ? "sheetNameReserved" : "sheetNameSpecCharError"}`)',
  ],
  ['const pasteAction = (e) => {', 'const before = input?.innerText;\n$&'],
  [
    /if \(this\.nameCheck\(\)\) return;/,
    `if (this.nameCheck()) {
					this._slideTabBar.giveUpName = () => {
						input.innerText = before;
						blurAction(focusEvent);
					};
					return;
				}`,
  ],
  [
    /(if \(e\.key === "Enter")(\) \{\s+input\.blur\(\);\s+e\.preventDefault\(\);)/,
    'if (e.key === "Escape") input.innerText = before;\n$1 || e.key === "Escape"$2',
  ],
  [
    /(onClose\(\) \{\s+(?:confirmService\.close\(id\);\s+)?)focusTabEditor\(\);/g,
    '$1slideTabBarRef.current?.giveUpName();',
  ],

  // Its tab takes the focus back before the dialog has gone, and the browser complains.
  [
    /(const focusTabEditor = useCallback\(\(\) => \{\s+)setTimeout\(\(\) => \{/,
    `$1setTimeout(function focus() {
			if (document.querySelector('[data-u-comp="slide-tab-item"]')?.closest('[aria-hidden="true"]')) return void setTimeout(focus, 20);`,
  ],

  // What refuses a paste, such as that of a cut part of a result, is an error of the page if nobody waits for it.
  ['clipboardService.legacyPaste(htmlContent, textContent, files);', 'await $&'],

  // Enter in the box for a number of rows, in the menu of their heads, inserts none.
  [
    /function handlePressEnter\(\) \{\s+if \(inputValue\) onChange\(inputValue\);/,
    'function handlePressEnter({ currentTarget }) {\n\t\tonChange(currentTarget.value || min.toString());\n\t\tcurrentTarget.closest(".univer-w-16").parentElement.click();',
  ],

  // To a screen reader the toolbar is called "ribbon.start", and its buttons have no names.
  [/(const simpleRibbon = \[\{\s+key: "ribbon\.start",)/, '$1 title: "ui.ribbon.start",'],
  [
    /(return \/\* @__PURE__ \*\/ [\w(,. ]*ToolbarButton\)?, \{)(\s+"data-u-command": id)/,
    '$1 "aria-label": tooltipTitle || undefined,$2',
  ],
  // Nor have its two fields, the name box, the buttons beside the sheets and those of the zoom.
  [
    /"div"(, \{\s+className: "univer-h-6 univer-w-7 univer-text-sm",)/,
    '"label"$1 "aria-label": useDependency(LocaleService).t("sheets-ui.toolbar.fontSize"),',
  ],
  [
    /onBlur: handleBlur,(\s+disabled\s+\}\)\s+\}\);\s+\};)/,
    'onBlur: handleBlur, "aria-label": localeService.t("sheets-ui.toolbar.font"),$1',
  ],
  ['onBlur: () => setIsInputEvent(false)', '$&, "aria-label": "Name box"'],
  ['onClick: addSheet,', '$& "aria-label": "Add sheet",'],
  [
    'SheetBarButton, { children: /* @__PURE__ */ jsx(ConvertIcon',
    'SheetBarButton, { "aria-label": "All sheets", children: jsx(ConvertIcon',
  ],
  ['onClick: handleScrollLeft,', '$& "aria-label": "Earlier sheets",'],
  ['onClick: handleScrollRight,', '$& "aria-label": "Later sheets",'],
  ['onClick: () => handleStep(-10),', '$& "aria-label": "Zoom out",'],
  ['onClick: () => handleStep(10),', '$& "aria-label": "Zoom in",'],
  // What the mouse alone can move is no stop for Tab.
  [/role: "button",(\s+onClick: handleReset)/, '"aria-hidden": true,$1'],
  ['role: "handle",', '$& "aria-hidden": true, tabIndex: -1,'],

  // The bar below the grid adds up what is beside an error, or beside a value on its way. Excel shows the count alone.
  [
    /let \{ v \} = value;(?=\s+const updateNumberStats)/,
    '$&\n\t\tthis._hasError ||= /^#(?:[A-Z]+[!?]|N\\/A|DIV\\/0!|GETTING_DATA)$/.test(v);',
  ],
  ['count: this._countNumber,', 'count: this._hasError ? 0 : this._countNumber,'],

  // The texts beside the bar of a calculation are in no language, and its button leaves cells blank, which nothing says.
  [/\/\* @__PURE__ \*\/ jsx\("button", \{(?=[^}]*onClick: onTerminate)/, 'false && $&'],
  [
    /this\._localeService\.t\("sheets-formula\.progress\.(done)?[\w-]*"\)/g,
    (_, done) => (done ? '"Calculated"' : '"Calculating"'),
  ],

  // The name box is shown after the first cell has been selected, and hears nothing of it.
  [/(_defineProperty\(this, "_currentRange\$", new (?:rxjs\.)?)Subject\(\)/, '$1BehaviorSubject()'],

  // With each key that is typed the whole toolbar is drawn three times, a third of the time from a key to its letter. Here it
  // is when its buttons are others.
  [
    /_setRibbon\(ribbon\) \{/,
    `$&
		const buttons = ribbon.flatMap(({ children: groups = [] }) => groups.flatMap(({ children = [] }) => children));
		const shown = this._shownButtons;
		this._shownButtons = buttons;
		if (shown?.length === buttons.length && buttons.every((button, index) => button === shown[index])) return;`,
  ],

  // The formula of a spill is shown in its other cells in a grey that is hard to read, in dark colours not at all.
  ['rgb: this._themeService.getColorFromTheme("gray.300")', 'rgb: this._themeService.getColorFromTheme("gray.500")'],

  // When a name is deleted, #REF! is written into the formulas. In Excel they keep the name, and are #NAME?.
  ['result = handleRefRemoveDefinedName(command, workbook);', ''],

  // Pasted cells get a font of 11 points where what is pasted has none. Here a text leaves the look of cells, and another
  // program's table has the font of the sheet.
  [
    /(const newValue = \{ s: Object\.assign\(\{\}, )\{\s+\.\.\.DEFAULT_STYLES,/,
    '$1pasteFrom || Object.keys(value.s || {}).length > 0 ? { ...DEFAULT_STYLES, ...(pasteFrom ? {} : worksheet.getDefaultCellStyleInternal()),',
  ],
  [/(bg: null,\s+cl: null\s+\})(, value\.s\) \};\s+const cellBd)/, '$1 : {}$2'],

  // Dates a month or a year apart are filled on by their days, which leads to the 18 March; 1, 2 and 4 by 8 and 16; and all
  // numbers are cut after five decimals. Excel goes on by months, with the line that fits best, and from Q4 to Q1.
  [/^function forecast\(/m, `${MONTH_SERIES}\n$&`],
  [/(type: "date",\s+priority: 1100,[^]+?const \{ data \} = dataWithIndex;)/, '$1\n data.areDates = true;'],
  [
    'if (data.length > 2 && isEqualRatio(dataNumArr)) for',
    'const monthAfter = data.areDates && data.length > 1 ? monthSeries(dataNumArr) : undefined;\n if (false) for',
  ],
  ['const y = forecast(', 'const y = monthAfter ? monthAfter(i) : forecast('],
  ['return Math.round((a + b * x) * 1e5) / 1e5;', 'return Number((a + b * x).toPrecision(15));'],
  [
    'let numStr = Math.abs(matchNumber + step * i).toString();',
    'const number = matchNumber + step * i;\n let numStr = String(/^(?:q|qtr|quarter) ?$/i.test(beforeTxt) && afterTxt === "" && matchNumber <= 4 ? ((((number - 1) % 4) + 4) % 4) + 1 : Math.abs(number));',
  ],

  // The lines of a text that was typed or pasted are divided by another character than in Excel:
  // COUNTIF(A1,"*"&CHAR(10)&"*") is 0.
  [
    /(if \(body == null\) return 0;\s+const data = body\.dataStream;\s+return .*getPlainText\(data\));/,
    '$1.replaceAll("\\r", "\\n");',
  ],

  // A filled row is as high as its last filled cell, which is nothing before its formula has a result, and a row inserted
  // below is hidden by it. Undo gives a row of another height the usual one.
  [
    /if \(!rowData && cellHeight !== defaultRowHeight \|\| rowData && cellHeight !== (rowManager\.getRowHeight\(row\))\)(?= rowsAutoHeightInfo)/,
    'if (rowData?.ia !== 0 && cellHeight > Math.max($1, ...rowsAutoHeightInfo.slice(-1).map((last) => last.row === row ? last.autoHeight : 0)))',
  ],
  [
    /autoHeight: \(_manager\$getRow\$ah = .+ \? _manager\$getRow\$ah : worksheet\.getConfig\(\)\.defaultRowHeight/,
    'autoHeight: manager.getRowHeight(row)',
  ],

  // A row that is inserted beside one that a filter hides has no height, and is not to be seen.
  ['= worksheet.getRowHeight(anchorRow);\n\t\tif (', '= worksheet.getRowManager().getRowHeight(anchorRow);\n\t\tif ('],

  // What is pasted from elsewhere over a formula stays the text that it was: "5%" is none that a sum counts.
  [
    /function getValueMatrixOfPasteFromIsNull\([^]*?\n\}/,
    (found) => found.replace('valueObject.v = value.v;\n\t\t\tvalueObject.f', 'valueObject.f'),
  ],

  // A pasted formula leaves what is kept in its cell: where it came from a file, its result brings no format (result-formats).
  [
    /function getDefaultPasteValueMatrix\([^]*?\n\}/,
    (found) =>
      found.replaceAll(
        'const valueObject = {};',
        'const valueObject = value.custom?.isGeneral ? { custom: { isGeneral: true } } : {};',
      ),
  ],

  // Each field of each object is set through one helper for all, which no browser can make quick: a tenth of the time of a
  // calculation. None of its fields stands for an accessor of a base class, so an assignment is the same. The bracket that
  // closes the call closes the assignment.
  [/\b_defineProperty(?:\$\d+)?\(this, "([A-Za-z_$][\w$]*)", /g, '(this.$1 = '],

  // A channel whose ports are open stays for ever. The cursor's blinking alone opens two a second: 80 MB in a day.
  [/(channel\.port1\.onmessage) = handler;/, '$1 = () => {\n\t\tchannel.port1.close();\n\t\thandler();\n\t};'],

  // Suggestions are for letters that are long past, as it looks again only after 300 ms without a key. A list begins with
  // its second entry if that of an earlier one was chosen. The cursor moves behind what was taken only after 30 ms: what is
  // typed meanwhile lands in the middle.
  [/(editor\.input\$\.pipe\(debounceTime\()300(\)\)\.subscribe\(\(\) => \{\s+const selections)/, '$10$2'],
  [
    /(if \(!searchList\.length\) return;\s+)(const operationId = `sheet\.formula-embedding-editor\.search_function)/,
    '$1setActive(0);\n$2',
  ],
  [
    /setTimeout\(\(\) => \{[^;]+\.setSelectionRanges\((\[\{\s+startOffset: range\.startOffset - offset,\s+endOffset: range\.endOffset - offset\s+)(\}\])\);\s+\}, 30\);([\s}]+focus\(\);\s+highlight\(`=\$\{res\.text\}`)\)/,
    'var taken = $1, collapsed: true $2;$3, true, false, taken)',
  ],

  // 1E6 in a typed formula is written as 1000000, and the texts behind it are taken from places that have moved:
  // `=IF(1E6>2,"yes","no")` was entered as `=IF(1000000>2,",","n","")`.
  ['getNumfmtParseValueFilter(token)', 'null'],

  // Where the editor has not been laid out again since the last key, it has no place for its cursor, and takes no text:
  // of "88.25" that is typed quickly, 8 was entered.
  [
    /const (rangeList = getRangeListFromCharIndex\(startOffset, endOffset, scene, document, docSkeleton, style, segmentId, segmentPage\);)(?=\s+if \(rangeList == null\) return;\s+const \{ textRanges, rectRanges \} = rangeList;\s+for \(const textRange of textRanges\) this\._addTextRange)/,
    'let $1\n\t\t\tif (rangeList == null) {\n\t\t\t\tdocSkeleton.calculate();\n\t\t\t\t$1\n\t\t\t}',
  ],

  // A value that a cell gets while one types into it takes the place of what has been typed: of "=1+41" it had "41=A1*2".
  [
    'if (this._shouldRefreshCurrentEditCell(command, row, column))',
    'if (!this._editorBridgeService.isVisible().visible && this._shouldRefreshCurrentEditCell(command, row, column))',
  ],

  // A double click on the fill handle takes the cells that the result beside it fills for blank ones.
  [
    /(_detectFillRange\(source\) \{[^]*?const matrix = )worksheet\.getCellMatrix\(\);/,
    '$1{ getValue: (row, column) => worksheet.getCell(row, column) };',
  ],

  // Behind a semicolon, which separates arguments in many languages, no cell can be pointed at.
  [
    'const adding = char && matchRefDrawToken(char) && (!nextChar ||',
    'const adding = char && (char === ";" || matchRefDrawToken(char)) && (!nextChar || nextChar === ";" ||',
  ],

  // With F4 only the cell or only the formula bar follows, whichever is typed into: the other shows another reference.
  [
    'endOffset: nextReferenceState.cursorOffset,\n\t\t\tcollapsed: true\n\t\t}]);',
    `$&
		const other = editorId === DOCS_NORMAL_EDITOR_UNIT_ID_KEY ? DOCS_FORMULA_BAR_EDITOR_UNIT_ID_KEY : DOCS_NORMAL_EDITOR_UNIT_ID_KEY;
		editorService.getEditor(other)?.replaceText(nextReferenceState.formulaText, false);`,
  ],

  // Shift+Enter and Shift+Tab do nothing where a single block is selected, nor do they end an entry (keys). Enter after
  // Shift+Tab goes below the cell in which that was pressed.
  [
    'if (shortcutExperienceParam == null) shortcutExperienceService',
    'if (shortcutExperienceParam == null && !isReverse) shortcutExperienceService',
  ],
  [
    'currentSelectionIndex + delta !== selections.length ? selections[currentSelectionIndex + delta] : selections[0]',
    'selections.at((currentSelectionIndex + delta) % selections.length)',
  ],
  [
    'if (keycode == null || !MOVE_SELECTION_KEYCODE_LIST.includes(keycode)) {',
    `const back = { [KeyCode.ENTER | MetaKeys.SHIFT]: Direction.UP, [KeyCode.TAB | MetaKeys.SHIFT]: Direction.LEFT }[keycode];
		if (back !== undefined) {
			this._commandService.executeCommand(MoveSelectionEnterAndTabCommand.id, { keycode: keycode & ~MetaKeys.SHIFT, direction: back });
			return;
		}
		$&`,
  ],

  // Cells that are dragged with Ctrl move. On a Mac it is the option key that copies.
  [
    'this._commandService.executeCommand(MoveRangeCommand.id, params);',
    'this._commandService.executeCommand(window.event?.ctrlKey || window.event?.altKey ? "workbench.command.copy-range" : MoveRangeCommand.id, params);',
  ],

  // Undo of a column that came into merged cells takes those beside them apart too, which it has already moved back.
  [
    /i = mergeConfigData\.length - 1;( i >= 0; i--\) \{\s+const configMerge = \S+\s+const removeMerge = \S+\s+if \()([\w.]+)\.intersects(?=\S+ \S+ mergeConfigData\.splice)/,
    'i = mergeConfigData.length - 1, isOne = mergeConfigData.some((one) => $2.equals(one, mergeRemoveData[j]));$1$2[isOne ? "equals" : "intersects"]',
  ],

  // Where something stands in the last row, to clear, format or insert a whole column takes a million cells, and up to twenty
  // seconds.
  ['function getVisibleRanges(ranges, accessor, unitId, subUnitId', `${IS_FAR_BLANK}\n$&, isForCells`],
  [/generateNullCell\w*\(getVisibleRanges\(ranges, accessor, unitId, subUnitId/g, '$&, true'],
  [
    'r++) if (worksheet.getRowFiltered(r)) {',
    'r++) if (worksheet.getRowFiltered(r) || (isForCells && isFarBlank(worksheet, range, r))) {',
  ],
  ['if (sheet.getRowFiltered(r)) continue;', 'if (sheet.getRowFiltered(r) || isFarBlank(sheet, range, r)) continue;'],
  [
    /(?<=function copyRangeStyles\([^]{0,200}; row <= endRow; row\+\+\) )for/,
    'if (!isFarBlank(worksheet, { startRow, endRow }, row)) for',
  ],

  // Lines that are inserted, deleted or hidden, and cells that move, are taken cell by cell for what has changed, each of them
  // beside each spill: to delete a column stopped the page for seconds.
  [
    /\tconst matrix = new (?:\w+\.)?ObjectMatrix\(\);\s+const \{ startRow, startColumn, endRow, endColumn \} = range;\s+for [^\n]+ matrix\.setValue\(r, c, \{\}\);\s+return matrix;/,
    '\treturn new ChangedRange(range);',
  ],
  [
    /(_getDirtyRangesByCellValue\(unitId, sheetId, cellValue\) \{)/,
    '$1\n\t\tif (cellValue instanceof ChangedRange) return [{ unitId, sheetId, range: cellValue.range }];',
  ],
  [
    /\t\t\tcellMatrix\.forValue\(\(row, column\) => \{\s+(cellRangeData\.forValue\([^]*?)if \(row >= startRow && [^)]+\)( dirtyRanges\.push\([^]*?\}\);\s+\}\);)\s+\}\);/,
    '\t\t\t$1if (hasCellIn(cellValue, arrayFormulaRange))$2',
  ],
  [/let ActiveDirtyController = /, `${CHANGED_RANGE}\n$&`],

  ['const STACK_CAPACITY = 20;', UNDO_STEPS],
  [
    'if (undoStack.length > STACK_CAPACITY) undoStack.splice(0, 1);',
    'while (areTooMany(undoStack)) undoStack.splice(0, 1);',
  ],

  // A name such as Growth, Rate or Price is refused, because a function is called so, and one that a sheet has, too.
  [/if \([^;]+\) return "sheets\.definedName\.name(?:Sheet)?Conflict";/g, ''],

  // A cell of another sheet that is typed into the name box is selected on the sheet that is shown, and the next entry
  // overwrites that one; a name that stands for no cells leaves the selection to the next entry, too (keys).
  [
    'const focusSelection = (refString) => {\n\t\tconst worksheet = workbook.getActiveSheet();',
    `const focusSelection = async (refString) => {
		const worksheet = await commandService.executeCommand("workbench.command.show-sheet-of", { refString });
		if (!worksheet) return;`,
  ],
  // The name of a table becomes the name of one cell, and the table is lost in a download.
  [
    'if (isReferenceStringWithEffectiveColumn(inputValue)) return {\n\t\ttype: "focusSelection",\n\t\trefString: inputValue',
    `const table = superTableService.dataOf?.(inputValue);
	if (table || isReferenceStringWithEffectiveColumn(inputValue) || inputValue.split(",").every(isReferenceStringWithEffectiveColumn)) return {
		type: "focusSelection",
		refString: table ?? inputValue`,
  ],
  // "A1,C3" and "Model!Rate" select nothing, and neither these nor "Model!XFE1" are answered. The ends of "2:2" are no
  // numbers, so nothing of it is copied.
  [
    'const unitRange = deserializeRangeWithSheet(formulaOrRefString.trim());',
    `const selections = [];
		const whole = { startRow: 0, startColumn: 0, endRow: worksheet.getRowCount() - 1, endColumn: worksheet.getColumnCount() - 1 };
		for (const one of formulaOrRefString.split(",")) {
		const unitRange = deserializeRangeWithSheet(one.trim());
		for (const end in whole) if (Number.isNaN(unitRange.range[end])) unitRange.range[end] = whole[end];`,
  ],
  [
    /const selections = \[\];(?=\s+selections\.push\(\{\s+range: unitRange\.range,\s+style: genNormalSelectionStyle)/,
    '',
  ],
  [/(style: genNormalSelectionStyle\(themeService\),\s+primary\s+\}\);)(\s+return selections;)/, '$1}$2'],
  [
    /(getValueByName\(unitId|getSelections\(worksheet), (inputValue|refString)\)/g,
    '$1, $2.slice($2.lastIndexOf("!") + 1))',
  ],
  [
    /(case "reset":\s+resetValue\(\);)/,
    '$1 commandService.executeCommand("workbench.command.show-sheet-of", { refString: "!" + inputValue });',
  ],
  // From the first row an arrow goes to the last one of the column before.
  [
    /if \(boundary == null\) (boundary = \{\s+startRow: 0,\s+endRow: worksheet\.getRowCount\(\) - 1,\s+startColumn: 0,\s+endColumn: worksheet\.getColumnCount\(\) - 1\s+\};)(\s+let next;)/,
    'if (boundary == null) {\n\t\tisGoBack = false;\n\t\t$1\n\t}$2',
  ],
  // Excel repairs a file in which something is called R, C, R1C1 or TRUE.
  [
    'if (!Tools.isValidParameter(name) ||',
    'if (/^(?:(?=[RC])(?:R\\d*)?(?:C\\d*)?|TRUE|FALSE)$/i.test(name) || !Tools.isValidParameter(name) ||',
  ],
  ['setRangeString(action.refString);\n\t\t\t\tsetInputValue(action.refString);', 'resetValue();'],
  [
    /if \(!worksheet\) return;(?=\s+if \(worksheet\.isSheetHidden\(\)\) await)/g,
    'if (!worksheet) return commandService.executeCommand("workbench.command.show-sheet-of", { refString: "!" + formulaOrRefString });',
  ],
];

/** A loader for webpack. */
module.exports = function changeSource(source) {
  return CHANGES.reduce(
    (text, [found, instead]) => text.replace(found, typeof instead === 'function' ? instead.bind(this) : instead),
    source,
  );
};

module.exports.CHANGES = CHANGES;
