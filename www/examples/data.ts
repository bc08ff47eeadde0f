import type { Example } from "./first.js";

/** Lists, numbers, texts and tables. */
export const dataExamples: readonly Example[] = [
  {
    title: "Lists",
    about: "Functions that work through a list",
    code: `;;; A list is made of anything; functions that take functions work through it.

(defparameter *temperatures* '(12 -3 21 7 -8 15))

(print (remove-if #'minusp *temperatures*))
(print (mapcar (lambda (c) (+ 32 (* 9/5 c))) *temperatures*))
(print (reduce #'max *temperatures*))
(sort (copy-list *temperatures*) #'<)
`,
  },
  {
    title: "LOOP",
    about: "One macro that counts, collects, sums and searches",
    code: `;;; LOOP reads almost like a sentence.

(print (loop for n from 1 to 10
             when (oddp n) collect (* n n)))

(print (loop for (name age) in '(("Ada" 36) ("Alan" 41) ("Grace" 85))
             maximize age into oldest
             sum age into all
             finally (return (list :oldest oldest :mean (/ all 3)))))

(loop for word in '("tea" "coffee" "milk")
      thereis (and (> (length word) 4) word))
`,
  },
  {
    title: "Exact numbers",
    about: "No limit and no rounding, until you ask",
    code: `;;; Integers grow as far as they have to, and division is exact.

(print (expt 2 100))
(print (+ 1/3 1/6))
(print (list (/ 7 2) (floor 7 2) (float 7/2)))

;; The value that is printed last shows what floats do with a tenth.
(list (= 1/10 (rational 0.1)) (rationalize 0.1))
`,
  },
  {
    title: "Text",
    about: "Strings are sequences of characters",
    code: `;;; What works on lists works on strings as well, character by character.

(defun palindrome-p (text)
  (let ((letters (remove-if-not #'alpha-char-p (string-downcase text))))
    (string= letters (reverse letters))))

(defun shift (text by)
  (map 'string
       (lambda (char)
         (if (alpha-char-p char)
             (code-char (+ 97 (mod (+ by (- (char-code (char-downcase char)) 97)) 26)))
             char))
       text))

(print (palindrome-p "A man, a plan, a canal: Panama"))
(print (shift "uryyb, jbeyq" 13))
(list (search "lisp" "common lisp") (subseq "parenthesis" 0 6))
`,
  },
  {
    title: "FORMAT",
    about: "Numbers in words, lists with commas, columns",
    code: `;;; FORMAT has a small language of its own between the quotes.

(format t "~R is ~:*~@R.~%" 1984)
(format t "~{~A~^, ~}.~%" '("bread" "butter" "jam"))
(format t "~D file~:P, ~D file~:P.~%" 1 3)
(dolist (row '(("tea" 2.5) ("coffee" 3.25)))
  (format t "~10A~8,2F~%" (first row) (second row)))
(format nil "~,,' ,3:D" 299792458)
`,
  },
  {
    title: "Hash tables",
    about: "Counting words with a table of counts",
    code: `;;; GETHASH is a place: INCF adds to what is there, or to 0 where nothing is.

(defun words (text)
  (loop with start = 0
        for end = (position #\\Space text :start start)
        collect (subseq text start end)
        while end
        do (setf start (1+ end))))

(defun count-words (text)
  (let ((counts (make-hash-table :test #'equal)))
    (dolist (word (words text))
      (incf (gethash word counts 0)))
    (sort (loop for word being the hash-keys of counts using (hash-value count)
                collect (cons word count))
          #'string< :key #'car)))

(count-words "the quick fox and the lazy dog and the cat")
`,
  },
  {
    title: "Structures",
    about: "Records, and the functions made for them",
    code: `;;; DEFSTRUCT writes the constructor, the readers, the copier and the printer.

(defstruct account owner (balance 0))

(defun deposit (account amount)
  (incf (account-balance account) amount)
  account)

(let* ((ours (make-account :owner "Ada"))
       (before (copy-account ours)))
  (deposit ours 100)
  (deposit ours 20)
  (list before ours))
`,
  },
  {
    title: "Plots",
    about: "Numbers, points and functions as pictures",
    code: `;;; PLOT shows a picture: of numbers, of points (x y), or of a function.

(jscl-mcp:plot (lambda (x) (* (sin x) (exp (- (/ x 4)))))
               :from 0 :to 12 :title "A swing that dies down")

(defun throws (count)
  "How often each sum of two dice came."
  (let ((sums (make-list 11 :initial-element 0)))
    (dotimes (i count sums)
      (incf (nth (+ (random 6) (random 6)) sums)))))

(jscl-mcp:plot (loop for count in (throws 300)
                     for sum from 2
                     collect (list sum count))
               :kind :bars :title "Sums of two dice")

(reduce #'+ (throws 100))
`,
  },
];
