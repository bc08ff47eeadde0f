//! Sorting by places. The sort of the standard library is code of its own for each type, 4 KB each time.

/// The places 0 to `count` in ascending order of what is there, which `is_before` compares. Heapsort: what is
/// alike may change places.
pub(crate) fn ordered(count: usize, is_before: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut heap: Vec<usize> = (0..count).collect();
    for root in (0..count / 2).rev() {
        sink(&mut heap, root, count, is_before);
    }
    for end in (1..count).rev() {
        heap.swap(0, end);
        sink(&mut heap, 0, end, is_before);
    }
    heap
}

/// Lets the place at `root` of a heap of `length` places sink to where none below it comes after it.
fn sink(heap: &mut [usize], mut root: usize, length: usize, is_before: &dyn Fn(usize, usize) -> bool) {
    let comes_after = |heap: &[usize], one: usize, other: usize| match (heap.get(one), heap.get(other)) {
        (Some(&one), Some(&other)) => is_before(other, one),
        _ => false,
    };
    loop {
        let mut child = root.saturating_mul(2).saturating_add(1);
        if child >= length {
            return;
        }
        let right = child.saturating_add(1);
        if right < length && comes_after(heap, right, child) {
            child = right;
        }
        if !comes_after(heap, child, root) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::ordered;

    #[test]
    fn sorts() {
        for count in [0, 1, 2, 3, 10, 1000] {
            let numbers: Vec<usize> = (0..count).map(|number| number * 7919 % 1009 / 2).collect();
            let order = ordered(count, &|one, other| numbers[one] < numbers[other]);
            let mut seen = order.clone();
            seen.sort_unstable();
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
            assert!(order.windows(2).all(|pair| numbers[pair[0]] <= numbers[pair[1]]));
        }
    }
}
