/** In which section the standard describes a function, by number and name. */
import { subjectChapter } from "../../functions/table.js";

/** The section of each chapter that describes its functions, and the dictionary's name. */
const DICTIONARIES: ReadonlyMap<number, string> = new Map([
  [3, "3.8 Evaluation and Compilation Dictionary"],
  [4, "4.4 Types and Classes Dictionary"],
  [5, "5.3 Data and Control Flow Dictionary"],
  [7, "7.7 Objects Dictionary"],
  [8, "8.1 Structures Dictionary"],
  [9, "9.2 Conditions Dictionary"],
  [10, "10.2 Symbols Dictionary"],
  [11, "11.2 Packages Dictionary"],
  [12, "12.2 Numbers Dictionary"],
  [13, "13.2 Characters Dictionary"],
  [14, "14.2 Conses Dictionary"],
  [15, "15.2 Arrays Dictionary"],
  [16, "16.2 Strings Dictionary"],
  [17, "17.3 Sequences Dictionary"],
  [18, "18.2 Hash Tables Dictionary"],
  [19, "19.4 Filenames Dictionary"],
  [20, "20.2 Files Dictionary"],
  [21, "21.2 Streams Dictionary"],
  [22, "22.4 Printer Dictionary"],
  [23, "23.2 Reader Dictionary"],
  [24, "24.2 System Construction Dictionary"],
  [25, "25.2 Environment Dictionary"],
]);

/** Functions that are in another chapter than most of their subject. */
const ELSEWHERE: readonly (readonly [chapter: number, names: string])[] = [
  [4, "TYPE-ERROR-DATUM TYPE-ERROR-EXPECTED-TYPE"],
  [5, "EQ EQL EQUAL EQUALP GET-SETF-EXPANSION IDENTITY NOT"],
  [7, "UNBOUND-SLOT-INSTANCE"],
  [8, "COPY-STRUCTURE"],
  [11, "PACKAGE-ERROR-PACKAGE"],
  [12, "ARITHMETIC-ERROR-OPERANDS ARITHMETIC-ERROR-OPERATION UPGRADED-COMPLEX-PART-TYPE"],
  [15, "UPGRADED-ARRAY-ELEMENT-TYPE"],
  [
    20,
    `DELETE-FILE DIRECTORY ENSURE-DIRECTORIES-EXIST FILE-AUTHOR FILE-ERROR-PATHNAME FILE-WRITE-DATE PROBE-FILE
    RENAME-FILE TRUENAME`,
  ],
  [21, "STREAM-ERROR-STREAM"],
  [22, "PRINT-NOT-READABLE-OBJECT PRINT-OBJECT"],
  [24, "COMPILE-FILE LOAD PROVIDE REQUIRE"],
  [25, "DESCRIBE-OBJECT DOCUMENTATION USER-HOMEDIR-PATHNAME"],
];

/** The section of the function of COMMON-LISP with that name; null where that is not known. */
export function sectionOf(name: string): string | null {
  const moved = ELSEWHERE.find(([, names]) => names.split(/\s+/).includes(name))?.[0];
  return DICTIONARIES.get(moved ?? subjectChapter(name) ?? 0) ?? null;
}

/** Where the standard describes what is no function, but has a language of its own. */
export const LOOP_SECTION = "6.1 The LOOP Facility";
export const FORMAT_SECTION = "22.3 Formatted Output";
